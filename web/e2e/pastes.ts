/** Texts that people paste, one for each way of reading. */
export const pastes: Readonly<Record<string, string>> = {
  "a faulty HTTP response": [
    "HTTP/1.1 200 OK",
    "Content-Type: application/json",
    "",
    '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],',
    ' "capabilities":{"tools":{}},"serverInfo":{"name":"天気サーバー 🌦","version":"1.0.0"},"cacheScope":"Public"}}',
    "",
  ].join("\r\n"),
  "a bare result":
    '{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{},"ttlMs":3600000,"cacheScope":"public"}',
  "an event stream": [
    "HTTP/2 200",
    "content-type: text/event-stream",
    "",
    "event: message",
    'data: {"jsonrpc":"2.0","id":"a","result":{"resultType":"complete","supportedVersions":["2026-07-28"],',
    'data: "capabilities":{},"ttlMs":"60000","cacheScope":"private"}}',
    "",
    "",
  ].join("\n"),
  "a legacy error": '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}',
  "a page": "HTTP/1.1 404 Not Found\ncontent-type: text/html\n\n<!doctype html><title>Not found</title>",
  "broken JSON": '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28",],}}',
  "white space": " \n\t",
  nothing: "",
};

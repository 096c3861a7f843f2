package edgehttp

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/mcp-discover/mcp-discover/core/text"
)

var (
	nothingHere = text.Text{
		EN: "There is nothing at {path}. The API has one operation: POST /api/check.",
		JA: "{path} には何もありません。このAPIで使えるのは POST /api/check だけです。",
	}
	onlyPost = text.Text{
		EN: "{method} is not possible here. Send the pasted text as the body of a POST request.",
		JA: "{method} は使えません。貼り付けたテキストを本文にして、POST で送ってください。",
	}
	badParameter = text.Text{
		EN: "The query parameter {name} is unknown or repeated. Known, each at most once: {known}.",
		JA: "クエリパラメータ {name} は未知のものか、重複しています。使えるのは {known} で、それぞれ1回までです。",
	}
	badOption = text.Text{
		EN: "A query parameter has a value that is not allowed: {message}",
		JA: "クエリパラメータの値が正しくありません: {message}",
	}
	tooLarge = text.Text{
		EN: "The body is longer than {limit} bytes. Check a shorter excerpt, or use the command.",
		JA: "本文が上限の {limit} バイトを超えています。短く切り出すか、コマンドをお使いください。",
	}
	cutShort = text.Text{
		EN: "The body could not be read to its end. Send it again.",
		JA: "本文を最後まで読み取れませんでした。もう一度送ってください。",
	}
	engineFailed = text.Text{
		EN: "The engine failed on this input: {message}",
		JA: "この入力の処理中にエンジンで障害が起きました: {message}",
	}
)

// refuse answers with a problem document in the language that the query asks for. A 500 is the product's own fault;
// everything else tells the caller what to change.
func refuse(w http.ResponseWriter, r *http.Request, status int, detail text.Text, args ...text.Arg) {
	lang := text.ParseLang(r.URL.Query().Get("lang"))
	body, err := json.Marshal(struct {
		Type   string `json:"type"`
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
	}{"about:blank", http.StatusText(status), status, text.Fill(detail, lang, args...)})
	if err != nil {
		// Strings and an int always have a JSON form.
		panic(err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/problem+json")
	header.Set("Content-Language", lang.String())
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}

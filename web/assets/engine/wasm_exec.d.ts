/** Go's loader, which the bundler takes from the Go distribution. It defines the global Go. */
declare module "wasm_exec";

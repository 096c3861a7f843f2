// Package ui holds the parts that pages are built from: templ components, the view models that they show, and the
// words of the interface in both languages.
package ui

import "github.com/mcp-discover/mcp-discover/core/text"

// Word is the key of one string of the interface. The page's script uses the same keys.
type Word string

// In gives the string for w in l. An unknown key comes back as it is, so that a typing error is seen on the page.
func (w Word) In(l text.Lang) string {
	t, ok := words[w]
	if !ok {
		return string(w)
	}
	return t.In(l)
}

// Fill gives the string for w in l with its {placeholders} replaced.
func (w Word) Fill(l text.Lang, args ...text.Arg) string {
	return text.Fill(words[w], l, args...)
}

// ScriptWords gives the strings that the page's script needs, in one language.
func ScriptWords(l text.Lang) map[Word]string {
	out := make(map[Word]string, len(scriptWords))
	for _, w := range scriptWords {
		out[w] = w.In(l)
	}
	return out
}

// scriptWords lists the keys that web/assets/words/words.ts declares; a test holds the two together.
var scriptWords = []Word{
	"outcome-violation", "outcome-advice", "outcome-note",
	"party-server", "party-client", "party-gateway", "party-unknown",
	"era-modern", "era-legacy", "era-draft", "era-unknown",
	"place", "more-findings", "back-to-finding", "checking", "starting", "editor-position",
	"no-finding-place", "example-loaded",
	"link-copied", "link-not-copied", "link-too-big",
	"engine-restarted", "engine-failed", "engine-refused", "paste-too-big", "link-unreadable", "editor-failed",
	"edit-applied", "finding-of", "text-cleared",
	"paste-here", "place-in-request", "plain-request",
	"export-later", "export-copied", "export-not-copied",
	"search-find", "search-replace", "search-next", "search-previous", "search-all", "search-case", "search-regexp",
	"search-word", "search-replace-one", "search-replace-all", "search-line", "search-go", "search-close",
}

var words = map[Word]text.Text{
	// The site.
	"site-name":     {EN: "MCP Discover", JA: "MCP Discover"},
	"skip":          {EN: "Skip to the check", JA: "検査へ移動"},
	"revision":      {EN: "Revision {revision}", JA: "リビジョン {revision}"},
	"language":      {EN: "Language", JA: "言語"},
	"theme":         {EN: "Theme", JA: "配色"},
	"theme-light":   {EN: "Light", JA: "ライト"},
	"theme-dark":    {EN: "Dark", JA: "ダーク"},
	"theme-auto":    {EN: "Auto", JA: "自動"},
	"footer-spec":   {EN: "Specification of server/discover", JA: "server/discover の仕様"},
	"footer-engine": {EN: "Engine {engine}, judging by revision {revision}", JA: "エンジン {engine} / 判定基準はリビジョン {revision}"},
	"footer-privacy": {
		EN: "Your text stays on this page: the check runs in your browser, and the page may connect to nothing but its own files.",
		JA: "貼り付けた内容はこのページの外に出ません。検査はブラウザー内で行われ、ページが接続できるのは自身のファイルだけです。",
	},
	"not-found-title": {EN: "No page here", JA: "ページが見つかりません"},
	"not-found-text":  {EN: "This address holds no page. The check is on the front page.", JA: "このアドレスにページはありません。検査はトップページで行えます。"},
	"not-found-home":  {EN: "Go to the check", JA: "検査へ"},

	// The table of clauses.
	"footer-clauses": {EN: "Every clause and its rules", JA: "すべての条項とルール"},
	"clauses-title":  {EN: "Every clause and the rules that show it", JA: "すべての条項と、それを判定するルール"},
	"clauses-lead": {
		EN: "Each normative statement in scope, in our own words, with the rules that show whether a text follows it, or with the reason why no text can show that.",
		JA: "対象範囲のすべての規定を挙げ、それを判定するルール、またはテキストからは判定できない理由を示します。規定の要約は英語です。",
	},
	"clauses-pages": {EN: "Pages of the specification", JA: "仕様のページ"},
	"clauses-count": {EN: "{all} statements, {shown} of them shown by {rules} rules.", JA: "規定 {all} 件のうち {shown} 件を、{rules} 個のルールで判定します。"},

	// What can be done with the verdict.
	"apply-all":         {EN: "Apply all safe fixes", JA: "安全な修正をすべて適用"},
	"export":            {EN: "Export the report", JA: "レポートの書き出し"},
	"export-format":     {EN: "Format", JA: "形式"},
	"export-copy":       {EN: "Copy", JA: "コピー"},
	"export-save":       {EN: "Save", JA: "保存"},
	"export-later":      {EN: "The check is still running. Try again in a moment.", JA: "検査中です。少し待ってからもう一度お試しください。"},
	"export-copied":     {EN: "The report is on the clipboard.", JA: "レポートをコピーしました。"},
	"export-not-copied": {EN: "The browser did not allow copying. Save the report instead.", JA: "ブラウザーがコピーを許可しませんでした。保存をお使いください。"},

	// The request beside the answer.
	"sent":             {EN: "The request you sent", JA: "送信したリクエスト"},
	"sent-why":         {EN: "Optional. With it, ids, versions, header fields and error codes are judged against what was asked.", JA: "任意です。渡すと、id、version、ヘッダー、エラーの code を、求めた内容と照らし合わせて判定します。"},
	"sent-here":        {EN: "JSON, or an HTTP request with its header fields", JA: "JSON、またはヘッダー付きの HTTP リクエスト"},
	"sent-fill":        {EN: "Fill in a plain server/discover", JA: "標準の server/discover を入れる"},
	"place-in-request": {EN: "In the request: line {line}, column {column}", JA: "リクエストの {line} 行 {column} 列"},
	"plain-request":    {EN: `{"jsonrpc":"2.0","id":"discover-1","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"probe","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}`, JA: `{"jsonrpc":"2.0","id":"discover-1","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"probe","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}`},

	// The head of the playground.
	"play-title": {EN: "MCP Discover: check a server/discover answer", JA: "MCP Discover：server/discover の応答を検査"},
	"play-description": {
		EN: "Paste what an MCP server answered to server/discover and see what breaks revision 2026-07-28, at which character, and which clause says so. It all runs in your browser.",
		JA: "MCP サーバーが server/discover に返した応答を貼り付けると、リビジョン 2026-07-28 に反する箇所を文字単位で示し、根拠の条項を挙げます。すべてブラウザー内で動作します。",
	},
	"play-heading": {EN: "Is this {method} answer right?", JA: "この {method} 応答は正しい？"},
	"play-lead": {
		EN: "Paste what an MCP server answered. See what breaks the specification, at which character, and which clause says so.",
		JA: "MCP サーバーの応答を貼り付けてください。仕様に反する箇所を文字単位で示し、根拠の条項を挙げます。",
	},
	"play-private":   {EN: "Nothing you paste leaves this page.", JA: "貼り付けた内容は外部に送信されません。"},
	"play-no-script": {EN: "Checking needs script. What you see here is the verdict on the example; for your own answers there is also the command {command}.", JA: "検査にはスクリプトが必要です。ここに示すのは例に対する判定です。手元の応答は {command} コマンドでも検査できます。"},

	// The editor.
	"answer":          {EN: "The server’s answer", JA: "サーバーの応答"},
	"paste-here":      {EN: "Paste what the server answered.", JA: "サーバーの応答を貼り付けてください。"},
	"answer-hint":     {EN: "JSON, an HTTP response (curl -i), server-sent events, a stdio transcript or a HAR file.", JA: "JSON、HTTP レスポンス（curl -i）、SSE、stdio の記録、HAR ファイルに対応。"},
	"clear":           {EN: "Clear", JA: "消去"},
	"copy-link":       {EN: "Copy link", JA: "リンクをコピー"},
	"real-answers":    {EN: "Real answers", JA: "実際の応答"},
	"example":         {EN: "Example", JA: "例"},
	"read-as":         {EN: "Read as", JA: "判定した形式"},
	"kind":            {EN: "Format", JA: "形式"},
	"kind-auto":       {EN: "Auto", JA: "自動"},
	"kind-json":       {EN: "JSON-RPC message", JA: "JSON-RPC メッセージ"},
	"kind-result":     {EN: "Bare result", JA: "result のみ"},
	"kind-http":       {EN: "HTTP message", JA: "HTTP メッセージ"},
	"kind-sse":        {EN: "Server-sent events", JA: "SSE"},
	"kind-stdio":      {EN: "stdio transcript", JA: "stdio の記録"},
	"kind-har":        {EN: "HAR file", JA: "HAR ファイル"},
	"kind-fenced":     {EN: "Text with a code block", JA: "コードブロックを含む文章"},
	"transport":       {EN: "Transport", JA: "トランスポート"},
	"transport-auto":  {EN: "Auto", JA: "自動"},
	"transport-stdio": {EN: "stdio", JA: "stdio"},
	"transport-http":  {EN: "Streamable HTTP", JA: "Streamable HTTP"},
	"claims":          {EN: "Server is", JA: "サーバー"},
	"claims-auto":     {EN: "As it shows", JA: "自動"},
	"claims-modern":   {EN: "Modern", JA: "モダン"},
	"claims-legacy":   {EN: "Legacy", JA: "レガシー"},
	"keys":            {EN: "{next} next finding, {back} back to the list", JA: "{next} 次の指摘、{back} 一覧へ戻る"},
	"editor-position": {EN: "Ln {line}, Col {column}", JA: "{line} 行 {column} 列"},
	"back-to-finding": {EN: "Back to finding {number}", JA: "指摘 {number} へ戻る"},

	// The verdict.
	"verdict":              {EN: "Verdict", JA: "判定"},
	"checking":             {EN: "Checking…", JA: "検査中…"},
	"starting":             {EN: "Starting the engine…", JA: "エンジンを起動中…"},
	"findings":             {EN: "Findings", JA: "指摘"},
	"outcome-violation":    {EN: "Violation", JA: "違反"},
	"outcome-advice":       {EN: "Advice", JA: "助言"},
	"outcome-note":         {EN: "Note", JA: "注記"},
	"outcome-satisfied":    {EN: "Satisfied", JA: "適合"},
	"outcome-not-observed": {EN: "Not observed", JA: "未確認"},
	"conditional":          {EN: "conditional", JA: "条件付き"},
	"conditional-why":      {EN: "It holds if the server claims this revision; the answer alone doesn’t show that.", JA: "サーバーがこのリビジョンへの対応を名乗る場合に限ります。この応答だけでは判断できません。"},
	"party":                {EN: "Who must act", JA: "対応する側"},
	"party-server":         {EN: "Server", JA: "サーバー"},
	"party-client":         {EN: "Client", JA: "クライアント"},
	"party-gateway":        {EN: "Gateway", JA: "ゲートウェイ"},
	"party-unknown":        {EN: "Not clear", JA: "特定できず"},
	"why":                  {EN: "Why", JA: "理由"},
	"fix":                  {EN: "Fix", JA: "直し方"},
	"clause":               {EN: "Clause", JA: "条項"},
	"clause-opens":         {EN: "opens the specification in a new tab", JA: "仕様を新しいタブで開きます"},
	"related":              {EN: "See also", JA: "関連箇所"},
	"apply":                {EN: "Apply the fix", JA: "修正を適用"},
	"place":                {EN: "Line {line}, column {column}", JA: "{line} 行 {column} 列"},
	"no-finding-place":     {EN: "Whole text", JA: "全体"},
	"finding-of":           {EN: "Finding {number} of {count}: {title}", JA: "指摘 {number}／{count}：{title}"},
	"more-findings":        {EN: "{count} more findings are not shown. The command shows them all.", JA: "ほかに {count} 件あります。コマンドではすべて表示されます。"},
	"all-clear":            {EN: "What this text shows breaks no rule. Rules that it gives no occasion to check are listed as not observed.", JA: "このテキストから分かる範囲で、規則に反する点はありません。判断できない規則は「未確認」に挙げています。"},

	// What a client learns.
	"learned":              {EN: "What a client learns", JA: "クライアントに伝わる内容"},
	"learned-nothing":      {EN: "This text tells a client nothing about the server.", JA: "このテキストからクライアントがサーバーについて知ることはありません。"},
	"learned-versions":     {EN: "Protocol versions", JA: "プロトコルバージョン"},
	"learned-identity":     {EN: "Identity", JA: "サーバーの名前"},
	"self-declared":        {EN: "self-declared, not verified", JA: "自己申告、検証なし"},
	"learned-capabilities": {EN: "Capabilities", JA: "機能"},
	"learned-extensions":   {EN: "Extensions", JA: "拡張"},
	"learned-instructions": {EN: "Instructions", JA: "指示文"},
	"instructions-hint":    {EN: "text from the server, shown as it is", JA: "サーバーの文章をそのまま表示"},
	"learned-freshness":    {EN: "Fresh for", JA: "有効期間"},
	"learned-sharing":      {EN: "Shared with", JA: "共有範囲"},
	"not-stated":           {EN: "Not stated", JA: "記載なし"},
	"era-modern":           {EN: "modern", JA: "モダン"},
	"era-legacy":           {EN: "legacy", JA: "レガシー"},
	"era-draft":            {EN: "draft", JA: "ドラフト"},
	"era-unknown":          {EN: "unknown", JA: "不明"},

	// What was satisfied and what was not seen.
	"satisfied-hint":    {EN: "Rules that this text keeps.", JA: "このテキストが満たしている規則です。"},
	"not-observed-hint": {EN: "Rules that this text can neither keep nor break, and why.", JA: "このテキストからは判断できない規則と、その理由です。"},

	// The gallery.
	"gallery":        {EN: "Real answers", JA: "実際の応答"},
	"gallery-lead":   {EN: "Recorded from released servers. Load one to see what it proves.", JA: "公開されているサーバーから記録した応答です。選ぶと検査欄に読み込みます。"},
	"gallery-date":   {EN: "December 2026", JA: "2026 年 12 月"},
	"example-loaded": {EN: "Loaded: {name}", JA: "読み込みました：{name}"},

	// Notices.
	"dismiss":          {EN: "Dismiss", JA: "閉じる"},
	"link-copied":      {EN: "Link copied. Whoever opens it sees this text and this verdict.", JA: "リンクをコピーしました。開くと同じ内容と判定が表示されます。"},
	"link-not-copied":  {EN: "The browser refused to copy. The address bar has the link.", JA: "コピーできませんでした。リンクはアドレスバーにあります。"},
	"link-too-big":     {EN: "This text is too long for a link (limit: {limit} compressed). It is kept in this tab only.", JA: "このテキストはリンクには長すぎます（上限：圧縮後 {limit}）。このタブにのみ保存されます。"},
	"link-unreadable":  {EN: "The link could not be read: it is damaged or from a newer version. The example is shown instead.", JA: "リンクを読み取れませんでした。破損しているか、新しい版のものです。代わりに例を表示しています。"},
	"engine-restarted": {EN: "The engine stopped answering and was restarted. Your text is unchanged.", JA: "エンジンが応答しなくなったため再起動しました。テキストはそのままです。"},
	"engine-failed":    {EN: "The engine can’t be started: {reason}. Your text is unchanged; the next change tries again.", JA: "エンジンを起動できません（{reason}）。テキストはそのままです。次の変更時に再試行します。"},
	"engine-refused":   {EN: "The engine refused the call: {reason}", JA: "エンジンが呼び出しを拒否しました：{reason}"},
	"editor-failed":    {EN: "The full editor could not be loaded. The plain text box works all the same.", JA: "エディターを読み込めませんでした。通常の入力欄で引き続き利用できます。"},
	"paste-too-big":    {EN: "That is {size} MB, more than the {limit} MB this page takes. Nothing was changed. Cut out the answer to server/discover and paste that.", JA: "{size} MB あり、上限の {limit} MB を超えています。内容は変更していません。server/discover の応答部分だけを貼り付けてください。"},
	"edit-applied":     {EN: "Fix applied. Undo with {key}.", JA: "修正を適用しました。{key} で元に戻せます。"},
	"text-cleared":     {EN: "Cleared. Undo with {key}.", JA: "消去しました。{key} で元に戻せます。"},

	// The search panel of the editor.
	"search-find":        {EN: "Find", JA: "検索"},
	"search-replace":     {EN: "Replace", JA: "置換"},
	"search-next":        {EN: "Next", JA: "次へ"},
	"search-previous":    {EN: "Previous", JA: "前へ"},
	"search-all":         {EN: "Select all", JA: "すべて選択"},
	"search-case":        {EN: "Match case", JA: "大文字と小文字を区別"},
	"search-regexp":      {EN: "Regular expression", JA: "正規表現"},
	"search-word":        {EN: "Whole words", JA: "単語単位"},
	"search-replace-one": {EN: "Replace", JA: "置換"},
	"search-replace-all": {EN: "Replace all", JA: "すべて置換"},
	"search-line":        {EN: "Go to line", JA: "行へ移動"},
	"search-go":          {EN: "Go", JA: "移動"},
	"search-close":       {EN: "Close", JA: "閉じる"},
}

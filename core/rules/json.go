package rules

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// messages is the clause that every unreadable text breaks: all messages follow JSON-RPC 2.0, which is JSON.
var messages = spec.Clause{Page: "basic", Anchor: "#messages", Keyword: spec.Must}

// encoding is the clause that every message is UTF-8.
var encoding = spec.Clause{Page: "basic/transports", Anchor: "#messages", Keyword: spec.Must}

// unread says why a text that can't be read matters.
var unread = text.Text{
	EN: "No receiver can read the text as JSON, so nothing else in it was checked.",
	JA: "どの受信側も JSON として読めません。そのため、これ以外は検査していません。",
}

// unseen says why a text that was not taken in matters.
var unseen = text.Text{
	EN: "Nothing could be checked.",
	JA: "何も検査できませんでした。",
}

// jsonRules say in a person's terms why a text can't be read as JSON, or what is wrong with it in spite of that.
var jsonRules = []*rule.Rule{
	{
		ID: "json-empty-text", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages, As: rule.Note,
		Title: text.Text{EN: "There is nothing", JA: "何もない"},
		Message: text.Text{
			EN: "The text is empty or holds only white space.",
			JA: "空か、空白だけのテキストです。"},
		Why: unseen,
		Fix: text.Text{
			EN: "Paste the server's answer: the JSON, the output of curl -i, an SSE stream, or the lines of a stdio session.",
			JA: "サーバーの応答を貼り付けてください。JSON、curl -i の出力、SSE ストリーム、stdio のやり取りのどれでも構いません。"},
		Check: fault(jsondoc.Empty),
	},
	{
		ID: "json-size-limit", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages, As: rule.Note,
		Title: text.Text{EN: "The text is too long", JA: "テキストが長すぎる"},
		Message: text.Text{
			EN: "The text is longer than {limit} bytes, which is the most that is read.",
			JA: "テキストが {limit} バイトを超えています。読み取れるのはそこまでです。"},
		Why: unseen,
		Fix: text.Text{
			EN: "Cut out the messages that matter: a DiscoverResult is seldom longer than a few KB.",
			JA: "必要なメッセージだけを切り出してください。DiscoverResult が数 KB を超えることはめったにありません。"},
		Check: func(p *rule.Pass) {
			if f := faulty(p, jsondoc.TooLarge); f != nil {
				p.Report(p.Fault(), text.A("limit", decimal(int64(f.Span.Start))))
			}
		},
	},
	{
		ID: "json-depth-limit", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages, As: rule.Note,
		Title: text.Text{EN: "Arrays and objects are nested too deep", JA: "配列やオブジェクトの入れ子が深すぎる"},
		Message: text.Text{
			EN: "The nesting goes beyond {limit} levels here, where reading stops.",
			JA: "ここで入れ子が {limit} 段を超えたため、読み取りを止めました。"},
		Why: unseen,
		Fix: text.Text{
			EN: "No message of the protocol needs such depth; look for a value that contains itself.",
			JA: "このような深さを必要とするメッセージはありません。自分自身を含む値がないか確かめてください。"},
		Check: func(p *rule.Pass) {
			if f := faulty(p, jsondoc.TooDeep); f != nil {
				p.Report(p.Fault(), text.A("limit", decimal(int64(jsondoc.DefaultLimits.Depth)))).By(author(p))
			}
		},
	},
	{
		ID: "json-binary-text", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "This is no UTF-8 text", JA: "UTF-8 のテキストではない"},
		Message: text.Text{
			EN: "Bytes stand here that no JSON text has: the content is binary, compressed, or stored as UTF-16.",
			JA: "JSON のテキストにはないバイトがあります。バイナリか、圧縮されているか、UTF-16 で保存されています。"},
		Why: unread,
		Fix: text.Text{
			EN: "Take the decoded body (curl --compressed), and store it as UTF-8.",
			JA: "デコードした本文を（curl なら --compressed で）取得し、UTF-8 で保存してください。"},
		Check: fault(jsondoc.Binary),
	},
	{
		ID: "json-trailing-comma", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A comma before a closing bracket", JA: "閉じ括弧の前にカンマがある"},
		Message: text.Text{
			EN: "A comma stands here although no further element follows.",
			JA: "次の要素がないのにカンマがあります。"},
		Why: unread,
		Fix: text.Text{
			EN: "Remove the comma.",
			JA: "カンマを取り除いてください。"},
		Check: fault(jsondoc.TrailingComma),
	},
	{
		ID: "json-missing-comma", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A comma is missing", JA: "カンマがない"},
		Message: text.Text{
			EN: "A comma is missing between two values.",
			JA: "2 つの値の間にカンマがありません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Put a comma here, or look for a quotation mark in a string that is not escaped as \\\".",
			JA: "ここにカンマを入れるか、文字列の中に \\\" とエスケープしていない引用符がないか確かめてください。"},
		Check: fault(jsondoc.MissingComma),
	},
	{
		ID: "json-missing-colon", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A colon is missing", JA: "コロンがない"},
		Message: text.Text{
			EN: "A member name stands here without a colon and a value behind it.",
			JA: "メンバー名の後にコロンと値がありません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Write the member as \"name\": value.",
			JA: "\"name\": value の形で書いてください。"},
		Check: fault(jsondoc.MissingColon),
	},
	{
		ID: "json-single-quotes", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "Single quotation marks", JA: "一重引用符"},
		Message: text.Text{
			EN: "{found} is in single quotation marks; JSON has double ones only.",
			JA: "{found} が一重引用符で書かれています。JSON の引用符は二重引用符だけです。"},
		Why: unread,
		Fix: text.Text{
			EN: "Use \", and print the value with a JSON encoder rather than as a Python or JavaScript literal.",
			JA: "\" を使い、Python や JavaScript のリテラルとしてではなく JSON エンコーダーで出力してください。"},
		Check: fault(jsondoc.SingleQuotes),
	},
	{
		ID: "json-smart-quotes", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "Typographic quotation marks", JA: "スマートクォートなどの引用符"},
		Message: text.Text{
			EN: "The quotation mark {character} stands here; JSON knows only \" (U+0022).",
			JA: "引用符「{character}」があります。JSON で使えるのは \"（U+0022）だけです。"},
		Why: unread,
		Fix: text.Text{
			EN: "A word processor or a chat has changed the marks: copy from the source, or replace them.",
			JA: "ワープロやチャットが引用符を変えています。元からコピーするか、置き換えてください。"},
		Check: fault(jsondoc.SmartQuotes),
	},
	{
		ID: "json-unquoted-name", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A member name without quotation marks", JA: "引用符のないメンバー名"},
		Message: text.Text{
			EN: "The member name {found} is not in quotation marks.",
			JA: "メンバー名 {found} が引用符で囲まれていません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Write it in double quotation marks, and print the value with a JSON encoder.",
			JA: "二重引用符で囲み、JSON エンコーダーで出力してください。"},
		Check: fault(jsondoc.UnquotedName),
	},
	{
		ID: "json-comment", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A comment", JA: "コメント"},
		Message: text.Text{
			EN: "A comment begins here; JSON has none.",
			JA: "コメントがあります。JSON にコメントはありません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Remove it.",
			JA: "取り除いてください。"},
		Check: fault(jsondoc.Comment),
	},
	{
		ID: "json-number-infinite", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "NaN or Infinity", JA: "NaN や Infinity"},
		Message: text.Text{
			EN: "{found} is no JSON number.",
			JA: "{found} は JSON の数値ではありません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Send a finite number, or leave the member out.",
			JA: "有限の数値を送るか、メンバーごと省いてください。"},
		Check: fault(jsondoc.NotFinite),
	},
	{
		ID: "json-literal-unknown", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A word that is no JSON value", JA: "JSON の値ではない単語"},
		Message: text.Text{
			EN: "{found} is no JSON value; besides strings and numbers there are true, false and null, in lower case.",
			JA: "{found} は JSON の値ではありません。文字列と数値のほかは、小文字の true、false、null だけです。"},
		Why: unread,
		Fix: text.Text{
			EN: "Use one of the three words, or put a string into quotation marks.",
			JA: "この 3 語のどれかにするか、文字列なら引用符で囲んでください。"},
		Check: fault(jsondoc.BadLiteral),
	},
	{
		ID: "json-number-form", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A number that JSON writes differently", JA: "JSON と異なる数値の書き方"},
		Message: text.Text{
			EN: "{found} is not how JSON writes a number.",
			JA: "{found} は JSON の数値の書き方ではありません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Write decimal digits, without +, leading zeros, underscores, or a point at either end.",
			JA: "+、先頭の 0、下線、端の小数点を使わず、10 進数で書いてください。"},
		Check: fault(jsondoc.BadNumber),
	},
	{
		ID: "json-escape-unknown", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "An escape that JSON lacks", JA: "JSON にないエスケープ"},
		Message: text.Text{
			EN: "{found} is no escape of JSON.",
			JA: "{found} は JSON のエスケープではありません。"},
		Why: unread,
		Fix: text.Text{
			EN: "A backslash itself is written \\\\; other characters need \\u and four hexadecimal digits, or no escape at all.",
			JA: "バックスラッシュ自体は \\\\ と書きます。ほかの文字は \\u と 16 進数 4 桁で書くか、そのまま書いてください。"},
		Check: fault(jsondoc.BadEscape),
	},
	{
		ID: "json-control-character", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A raw control character in a string", JA: "文字列の中の生の制御文字"},
		Message: text.Text{
			EN: "A string holds {character} as it is; inside strings it has to be escaped.",
			JA: "文字列の中に「{character}」がそのまま入っています。文字列の中ではエスケープが必要です。"},
		Why: unread,
		Fix: text.Text{
			EN: "Write \\n for a line break, \\t for a tab; or look for a string whose end is missing.",
			JA: "改行は \\n、タブは \\t と書きます。文字列の終わりが抜けていないかも確かめてください。"},
		Check: fault(jsondoc.ControlInString),
	},
	{
		ID: "json-space-unknown", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A space that JSON does not know", JA: "JSON にない空白"},
		Message: text.Text{
			EN: "Here stands {character}; between values JSON allows only spaces, tabs and line breaks.",
			JA: "「{character}」があります。値の間に置けるのは、半角スペース、タブ、改行だけです。"},
		Why: unread,
		Fix: text.Text{
			EN: "It came in by copying from a page or an editor: replace it by a plain space.",
			JA: "ページやエディターからのコピーで紛れ込んだものです。半角スペースに置き換えてください。"},
		Check: fault(jsondoc.BadSpace),
	},
	{
		ID: "json-text-truncated", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "The text ends too early", JA: "テキストが途中で終わっている"},
		Message: text.Text{
			EN: "The text ends inside a value: something that was opened is never closed.",
			JA: "値の途中でテキストが終わっています。開いたものが閉じられていません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Copy all of it; where the server itself stops here, look for a buffer limit or a closed connection.",
			JA: "全体をコピーしてください。サーバーがここで止めている場合は、バッファーの上限や接続の切断を調べてください。"},
		Check: fault(jsondoc.Truncated),
	},
	{
		ID: "json-bracket-unmatched", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A closing bracket too many", JA: "余分な閉じ括弧"},
		Message: text.Text{
			EN: "The bracket {found} closes nothing: none of its kind is open here.",
			JA: "閉じ括弧 {found} に対応する開き括弧がありません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Remove it, or put the opening bracket where it is missed.",
			JA: "取り除くか、足りない開き括弧を補ってください。"},
		Check: fault(jsondoc.ExtraClose),
	},
	{
		ID: "json-second-document", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A second JSON value follows", JA: "2 つ目の JSON が続いている"},
		Message: text.Text{
			EN: "Another JSON value begins here; a message is one JSON value.",
			JA: "ここから別の JSON が始まっています。1 つのメッセージは 1 つの JSON です。"},
		Why: unread,
		Fix: text.Text{
			EN: "Check one message at a time, or put each on a line of its own, as a stdio session has them.",
			JA: "メッセージを 1 つずつ検査するか、stdio のやり取りのように 1 行に 1 つずつ並べてください。"},
		Check: fault(jsondoc.SecondDocument),
	},
	{
		ID: "json-text-after", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "Text after the JSON", JA: "JSON の後に文字がある"},
		Message: text.Text{
			EN: "After the JSON value there is more: \"{found}\".",
			JA: "JSON の後に「{found}」が続いています。"},
		Why: unread,
		Fix: text.Text{
			EN: "Leave out what is not part of the message.",
			JA: "メッセージに含まれないものは除いてください。"},
		Check: fault(jsondoc.TextAfter),
	},
	{
		ID: "json-text-before", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "Text before the JSON", JA: "JSON の前に文字がある"},
		Message: text.Text{
			EN: "Before the JSON value stands other text: \"{found}\".",
			JA: "JSON の前に「{found}」があります。"},
		Why: unread,
		Fix: text.Text{
			EN: "Leave out what is not part of the message.",
			JA: "メッセージに含まれないものは除いてください。"},
		Check: fault(jsondoc.TextBefore),
	},
	{
		ID: "json-not-json", Since: "0.1.0", Party: rule.Anyone, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages, As: rule.Note,
		Title: text.Text{EN: "This is no JSON", JA: "JSON ではない"},
		Message: text.Text{
			EN: "No JSON is in this text.",
			JA: "このテキストに JSON はありません。"},
		Why: unseen,
		Fix: text.Text{
			EN: "Paste what the server answered: the JSON, or the output of curl -i with status line and header fields.",
			JA: "サーバーの応答を貼り付けてください。JSON か、ステータス行とヘッダーを含む curl -i の出力です。"},
		Check: func(p *rule.Pass) {
			switch t := p.Trouble; {
			case t.Event == nil && t.HTTP == nil:
				what, advice := foreign(t.Text)
				misread(p, jsondoc.NotJSON).Say(what).Advise(advice)
			case faulty(p, jsondoc.NotJSON) == nil:
			case t.Event != nil:
				p.Blocked("json-event-foreign")
			default:
				p.Blocked("json-body-foreign")
			}
		},
	},
	{
		ID: "json-body-foreign", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "body", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "An HTTP body without JSON", JA: "JSON ではない HTTP の本文"},
		Message: text.Text{
			EN: "The body should be a JSON-RPC message, but is \"{found}\".",
			JA: "本文は JSON-RPC メッセージであるはずですが、「{found}」です。"},
		Why: text.Text{
			EN: "The receiver parses the body as its header announces it, and fails.",
			JA: "受信側はヘッダーの示すとおりに本文を解析し、失敗します。"},
		Fix: text.Text{
			EN: "Send a JSON-RPC message; for a failure outside of JSON-RPC use a 4xx or 5xx status with its own media type.",
			JA: "JSON-RPC メッセージを送ってください。JSON-RPC 以外の失敗は、4xx か 5xx のステータスと、内容に合ったメディアタイプで返してください。"},
		Check: func(p *rule.Pass) {
			t := p.Trouble
			if t.HTTP == nil || t.Event != nil {
				return
			}
			f := misread(p, jsondoc.NotJSON)
			if h := t.HTTP.Header("Content-Type"); h != nil && f != nil {
				f.Relate(p.Header(t.HTTP, "Content-Type"), text.Text{EN: "announced as this", JA: "ヘッダーの宣言"})
			}
		},
	},
	{
		ID: "json-event-foreign", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "body", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "An event without JSON", JA: "JSON ではないイベント"},
		Message: text.Text{
			EN: "The data of this event is no JSON, but \"{found}\"; each event of a stream carries one message.",
			JA: "このイベントのデータは JSON ではなく「{found}」です。ストリームのイベントは 1 つのメッセージを運びます。"},
		Why: text.Text{
			EN: "Clients parse the data of every event of type message; many give up the stream at the first that fails.",
			JA: "クライアントは message 型のイベントのデータをすべて解析します。最初の失敗でストリームを諦める実装も多くあります。"},
		Fix: text.Text{
			EN: "To keep a stream open, send comment lines that begin with a colon; give other data an event type of its own.",
			JA: "ストリームを保つには、コロンで始まるコメント行を送ってください。ほかのデータには別のイベント型を付けてください。"},
		Check: func(p *rule.Pass) {
			if p.Trouble.Event != nil {
				misread(p, jsondoc.NotJSON)
			}
		},
	},
	{
		ID: "json-character-unexpected", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A character out of place", JA: "あってはならない文字"},
		Message: text.Text{
			EN: "The character {character} can't stand here.",
			JA: "ここに「{character}」は置けません。"},
		Why: unread,
		Fix: text.Text{
			EN: "Look at what comes before it: often a quotation mark or a comma is missing there.",
			JA: "その前を見てください。引用符やカンマが抜けていることがよくあります。"},
		Check: fault(jsondoc.Unexpected),
	},
	{
		ID: "json-name-duplicate", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "basic", Anchor: "#messages", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "A member stands twice", JA: "同じメンバーが 2 つある"},
		Message: text.Text{
			EN: "This object has {name} before, there as {first} and here as {last}; this check uses the last one.",
			JA: "このオブジェクトには {name} が前にもあり、前は {first}、ここは {last} です。検査には最後の値を使います。"},
		Why: text.Text{
			EN: "JSON leaves open which one counts: some readers take the first, some the last, some refuse the text.",
			JA: "どちらが有効かは JSON では決まっていません。最初を取る実装、最後を取る実装、拒否する実装があります。"},
		Fix: text.Text{
			EN: "Send the member once.",
			JA: "メンバーは 1 つだけ送ってください。"},
		Check: func(p *rule.Pass) {
			flaws(p, jsondoc.DuplicateName, func(f jsondoc.Flaw) {
				if isInputKey(f) {
					return
				}
				t := p.Trouble.Text
				found := p.Report(p.Flaw(f), text.A("name", short(f.Found)), text.A("first", written(t, f.First.End)), text.A("last", written(t, f.Span.End))).By(author(p))
				found.Relate(p.Flaw(jsondoc.Flaw{Span: f.First, Pointer: f.Pointer}), text.Text{EN: "first here", JA: "最初はここ"})
				if decisive(f.Pointer) {
					found.Say(text.Text{
						EN: "This object has {name} before, there as {first} and here as {last}, which this check uses; a gateway that compares header and body may look at the other, so its checks can be bypassed.",
						JA: "このオブジェクトには {name} が前にもあり、前は {first}、ここは {last} です（検査には後者を使います）。ヘッダーと本文を比べるゲートウェイが前者を見ていると、その検査をすり抜けられます。"})
				}
			})
		},
	},
	{
		ID: "json-bytes-invalid", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: encoding,
		Title:  text.Text{EN: "Bytes that are no UTF-8", JA: "UTF-8 ではないバイト"},
		Message: text.Text{
			EN: "The bytes {found} are no UTF-8.",
			JA: "バイト列 {found} は UTF-8 ではありません。"},
		Why: text.Text{
			EN: "Strict readers refuse the message; others put U+FFFD in place, so the string no longer is what was sent.",
			JA: "厳密な実装はメッセージを拒否します。ほかの実装は U+FFFD に置き換えるため、元の文字列ではなくなります。"},
		Fix: text.Text{
			EN: "Encode the text as UTF-8; a string that was cut at a number of bytes has often lost half a character.",
			JA: "UTF-8 で符号化してください。バイト数で切った文字列では、文字の半分が失われていることがよくあります。"},
		Check: flaw(jsondoc.InvalidUTF8),
	},
	{
		ID: "json-surrogate-lone", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "basic/transports", Anchor: "#messages", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "Half of a surrogate pair", JA: "サロゲートペアの片方"},
		Message: text.Text{
			EN: "{found} is half of a surrogate pair and stands alone, so it is no character.",
			JA: "{found} はサロゲートペアの片方だけで、文字になりません。"},
		Why: text.Text{
			EN: "The grammar allows it, but readers differ: some refuse the text, some put U+FFFD in place.",
			JA: "文法上は許されますが、拒否する実装も、U+FFFD に置き換える実装もあります。"},
		Fix: text.Text{
			EN: "Write both halves, or the character itself in UTF-8; cut strings between characters.",
			JA: "両方を書くか、文字そのものを UTF-8 で書いてください。文字列は文字の境目で切ってください。"},
		Check: flaw(jsondoc.LoneSurrogate),
	},
	{
		ID: "json-byte-order-mark", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "text", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "basic/transports", Anchor: "#messages", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "A byte order mark", JA: "バイト順マーク"},
		Message: text.Text{
			EN: "The text begins with a byte order mark (U+FEFF).",
			JA: "テキストがバイト順マーク（U+FEFF）で始まっています。"},
		Why: text.Text{
			EN: "JSON that goes over a network must not begin with one (RFC 8259, 8.1); many readers fail on it.",
			JA: "ネットワークで送る JSON の先頭に付けてはなりません（RFC 8259、8.1 節）。多くの実装が読み取りに失敗します。"},
		Fix: text.Text{
			EN: "Send and store the text as UTF-8 without a byte order mark.",
			JA: "バイト順マークのない UTF-8 で送信、保存してください。"},
		Check: func(p *rule.Pass) {
			flaws(p, jsondoc.ByteOrderMark, func(f jsondoc.Flaw) {
				p.Repair(p.Report(p.Flaw(f)).By(author(p)), []jsondoc.Edit{{Span: f.Span}})
			})
		},
	},
}

// fault makes the check of a rule that stands for one kind of fault. Its sentences can name what was found and the
// first character of it.
func fault(kind jsondoc.FaultKind) func(*rule.Pass) {
	return func(p *rule.Pass) { misread(p, kind) }
}

// faulty gives the fault of the text where it is of that kind. What stands behind another fault is not seen.
func faulty(p *rule.Pass, kind jsondoc.FaultKind) *jsondoc.Fault {
	f := p.Trouble.Fault
	switch {
	case f == nil:
		return nil
	case !owesJSON(p.Trouble):
		p.Unseen(text.Text{EN: "This text need not be JSON.", JA: "このテキストは JSON である必要がありません。"})
	case f.Kind != kind:
		p.Unseen(brokenOff)
	default:
		return f
	}
	return nil
}

var brokenOff = text.Text{EN: "The text could not be read to its end.", JA: "テキストを最後まで読めませんでした。"}

// misread files the finding of a fault of that kind, or gives nil.
func misread(p *rule.Pass, kind jsondoc.FaultKind) *rule.Finding {
	f := faulty(p, kind)
	if f == nil {
		return nil
	}
	s := text.Printable(f.Found) // a sentence has no line breaks
	if len(s) < f.Span.End-f.Span.Start {
		s += "…"
	}
	found := p.Report(p.Fault(), text.A("found", s), text.T("character", character(f.Found)))
	found.Relate(opened(p, f), text.Text{EN: "opened here", JA: "ここで開いています"})
	p.Repair(found, f.Repair)
	return found.By(author(p))
}

// flaw makes the check of a rule that stands for one kind of flaw. Its sentences can name what was found.
func flaw(kind jsondoc.FlawKind) func(*rule.Pass) {
	return func(p *rule.Pass) {
		flaws(p, kind, func(f jsondoc.Flaw) {
			p.Report(p.Flaw(f), text.A("found", short(f.Found))).By(author(p))
		})
	}
}

// flaws goes through the flaws of that kind. What stands behind a fault is not seen.
func flaws(p *rule.Pass, kind jsondoc.FlawKind, do func(jsondoc.Flaw)) {
	if !owesJSON(p.Trouble) {
		return
	}
	for _, f := range p.Trouble.Flaws {
		if f.Kind == kind {
			do(f)
		}
	}
	if p.Trouble.Fault != nil {
		p.Unseen(brokenOff)
	}
}

// opened gives the place of the bracket or quote that a fault leaves open.
func opened(p *rule.Pass, f *jsondoc.Fault) *rule.Place {
	if f.Opened == (jsondoc.Span{}) {
		return &rule.Place{}
	}
	return p.Flaw(jsondoc.Flaw{Span: f.Opened, Pointer: f.Pointer})
}

// owesJSON reports whether the text has to be JSON. Events of other types than message, and the bodies of refusals that
// don't call themselves JSON or hold none, may be anything.
func owesJSON(t *message.Trouble) bool {
	if t.Event != nil && t.Event.Type != "" && t.Event.Type != "message" {
		return false
	}
	if h := t.HTTP; h != nil && !h.IsRequest && h.Stream == nil {
		// What the body of a refusal is instead of JSON is told by the rules on HTTP.
		if h.Status >= 300 && (t.Fault != nil && t.Fault.Kind == jsondoc.NotJSON || !strings.HasSuffix(h.MediaType(), "json")) {
			return false
		}
	}
	return true
}

// author names the client for a text that a client has sent, and leaves it to the rule otherwise.
func author(p *rule.Pass) rule.Party {
	t := p.Trouble
	if p.Pane == message.Sent || t.HTTP != nil && t.HTTP.IsRequest || t.Line != nil && t.Line.Direction == message.ToServer {
		return rule.Client
	}
	return ""
}

// character names the first character of s.
func character(s string) text.Text {
	for _, r := range s {
		code := "U+" + text.Upper(strconv.FormatUint(0x10000|uint64(r), 16)[1:])
		if r > 0xFFFF {
			code = "U+" + text.Upper(strconv.FormatUint(uint64(r), 16))
		}
		name := text.Text{}
		switch r {
		case '\n', '\r':
			name = text.Text{EN: "a line break", JA: "改行"}
		case '\t':
			name = text.Text{EN: "a tab", JA: "タブ"}
		case 0xA0:
			name = text.Text{EN: "a no-break space", JA: "ノーブレークスペース"}
		case 0x3000:
			name = text.Text{EN: "an ideographic space", JA: "全角スペース"}
		case 0x200B:
			name = text.Text{EN: "a zero-width space", JA: "幅のない空白"}
		case 0xFEFF:
			name = text.Text{EN: "a byte order mark", JA: "バイト順マーク"}
		default:
			if r > ' ' && r < 0x7F {
				return text.Text{EN: string(r), JA: string(r)}
			}
			if r < ' ' || r >= 0x7F && r < 0xA1 || r == 0xAD || r >= 0x2000 && r <= 0x200F || r >= 0x2028 && r <= 0x202F || r >= 0x205F && r <= 0x206F || r == 0xFFFD {
				return text.Text{EN: code, JA: code}
			}
			name = text.Text{EN: string(r), JA: string(r)}
		}
		return text.Text{EN: name.EN + " (" + code + ")", JA: name.JA + "（" + code + "）"}
	}
	return text.Text{EN: "nothing", JA: "何もない"}
}

// written gives the value behind a member's name that ends at at, cut to what fits into a sentence.
func written(t []byte, at int) string {
	const most = 64
	for at < len(t) && (t[at] == ':' || t[at] == ' ' || t[at] == '\t' || t[at] == '\n' || t[at] == '\r') {
		at++
	}
	if at == len(t) {
		return "…"
	}
	t = t[at:min(len(t), at+most)]
	end := 0
	switch t[0] {
	case '{':
		return "{…}"
	case '[':
		return "[…]"
	case '"':
		for end = 1; end < len(t) && t[end] != '"'; end++ {
			if t[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(t))
	default:
		if end = bytes.IndexAny(t, ",}] \t\r\n"); end < 0 {
			end = len(t)
		}
	}
	return short(string(t[:end]))
}

// decisive reports whether a gateway or a dispatcher decides by the member at pointer.
func decisive(pointer string) bool {
	return strings.HasSuffix(pointer, "/protocolVersion") || strings.HasSuffix(pointer, "~1protocolVersion") ||
		pointer == "/method" || pointer == "/id" || pointer == "/error/code"
}

// foreign says what a text without JSON seems to be; it is empty where that doesn't show.
func foreign(t []byte) (what, advice text.Text) {
	t = bytes.TrimSpace(t)
	switch {
	case len(t) > 0 && t[0] == '<':
		return text.Text{EN: "This is an HTML or XML page, not JSON: a proxy, a login page or a wrong address has answered.", JA: "JSON ではなく HTML か XML のページです。プロキシ、ログインページ、または誤った宛先が応答しています。"},
			text.Text{EN: "Paste it again with the status line and the header fields, as curl -i prints them; the status decides what a client has to do next.", JA: "curl -i が出力するステータス行とヘッダーも含めて貼り直してください。クライアントの次の動作はステータスで決まります。"}
	case bytes.HasPrefix(t, []byte("http://")), bytes.HasPrefix(t, []byte("https://")), bytes.HasPrefix(t, []byte("curl ")), bytes.HasPrefix(t, []byte("$ ")):
		return text.Text{EN: "This is an address or a command, not what the server answered.", JA: "サーバーの応答ではなく、宛先かコマンドです。"},
			text.Text{EN: "Send the request yourself, with curl -i, and paste what comes back; nothing is fetched from here.", JA: "curl -i でリクエストを送り、返ってきた内容を貼り付けてください。ここから取得することはありません。"}
	}
	return text.Text{}, text.Text{}
}

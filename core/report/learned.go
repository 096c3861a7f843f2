package report

import (
	"strconv"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// learned writes what a client learns from the last answer in the paste that teaches something, or null.
//
//	method             the request that is answered: server/discover, initialize, or "" for an error
//	supportedVersions  version and its era: modern, legacy, draft or unknown
//	capabilities       name and text: what it means in words
//	extensions         id; of all three lists at most 500
//	identity           name, version, title as the server states them, or null
//	instructions       the text for the model, or null; at most its first 4000 bytes
//	instructionsBytes  the length of the whole text in bytes as it is written, where there is one
//	freshness          ttlMs (null when absent or no integer), present, and text: what a client makes of it
//	sharing            cacheScope, present, and text: who may keep the answer
func (r *Report) learned(w *writer) {
	for i := len(r.Paste.Messages) - 1; i >= 0; i-- {
		m := r.Paste.Messages[i]
		switch {
		case m.IsResult() && m.Result.Kind() == jsondoc.Object && (m.Answers == spec.Discover || m.Answers == spec.Initialize):
			r.result(w, m)
			return
		case m.Shape == message.ErrorResponse:
			if code, ok := m.ErrorCode(); ok && code == spec.UnsupportedProtocolVersion && m.Error.Get("data").Get("supported").Kind() == jsondoc.Array {
				w.open("learned", '{')
				w.text("method", "")
				r.versions(w, m.Error.Get("data").Get("supported"))
				w.close('}')
				return
			}
		}
	}
	w.comma()
	w.name("learned")
	w.b = append(w.b, "null"...)
}

func (r *Report) versions(w *writer, list jsondoc.Value) {
	w.open("supportedVersions", '[')
	n := 0
	for v := list.First(); v.Exists() && n < maxListed; v = v.Next() {
		if s, ok := v.Text(); ok {
			n++
			w.open("", '{')
			w.text("version", s)
			w.text("era", spec.EraOf(s).String())
			w.close('}')
		}
	}
	w.close(']')
}

func (r *Report) result(w *writer, m *message.Message) {
	res := m.Result
	w.open("learned", '{')
	w.text("method", m.Answers)
	if m.Answers == spec.Initialize {
		w.open("supportedVersions", '[')
		if s, ok := res.Get("protocolVersion").Text(); ok {
			w.open("", '{')
			w.text("version", s)
			w.text("era", spec.EraOf(s).String())
			w.close('}')
		}
		w.close(']')
	} else {
		r.versions(w, res.Get("supportedVersions"))
	}
	caps := res.Get("capabilities")
	w.open("capabilities", '[')
	n := 0
	for c := caps.First(); c.Exists() && n < maxListed; c = c.Next() {
		if c.Kind() != jsondoc.Object || c.Name() == "extensions" {
			continue
		}
		n++
		w.open("", '{')
		w.text("name", c.Name())
		w.text("text", capability(c).In(r.Lang))
		w.close('}')
	}
	w.close(']')
	w.open("extensions", '[')
	n = 0
	for e := caps.Get("extensions").First(); e.Exists() && n < maxListed; e = e.Next() {
		n++
		w.open("", '{')
		w.text("id", e.Name())
		w.close('}')
	}
	w.close(']')
	id := m.Meta.Get(spec.MetaServerInfo)
	if m.Answers == spec.Initialize || id.Kind() != jsondoc.Object {
		if top := res.Get("serverInfo"); m.Answers == spec.Initialize {
			id = top
		}
	}
	if id.Kind() == jsondoc.Object {
		w.open("identity", '{')
		for _, k := range [...]string{"name", "version", "title"} {
			s, _ := id.Get(k).Text()
			w.text(k, s)
		}
		w.close('}')
	} else {
		w.null("identity")
	}
	if v := res.Get("instructions"); v.Kind() == jsondoc.String {
		w.text("instructions", v.Excerpt(maxInstructions))
		w.number("instructionsBytes", len(v.Raw())-2)
	} else {
		w.null("instructions")
	}
	if m.Answers == spec.Discover {
		r.freshness(w, res.Get("ttlMs"))
		r.sharing(w, res.Get("cacheScope"))
	}
	w.close('}')
}

// maxListed is how many versions, capabilities and extensions a report repeats, of each.
const maxListed = 500

// maxInstructions is how much of a server's instructions a report repeats, in bytes.
const maxInstructions = 4000

func (w *writer) null(name string) {
	w.comma()
	w.name(name)
	w.b = append(w.b, "null"...)
}

func (r *Report) freshness(w *writer, v jsondoc.Value) {
	w.open("freshness", '{')
	n := v.Number()
	if n.Integer && n.Fits {
		w.comma()
		w.name("ttlMs")
		w.b = strconv.AppendInt(w.b, n.Int, 10)
	} else {
		w.null("ttlMs")
	}
	w.bool("present", v.Exists())
	t := text.Text{EN: "No usable ttlMs: a client takes the answer as stale at once.", JA: "有効な ttlMs がないため、クライアントは受信直後から期限切れとして扱います。"}
	var args []text.Arg
	switch {
	case n.Integer && n.Fits && n.Int > 0:
		t = text.Text{EN: "Fresh for {duration} after it was received.", JA: "受信してから {duration} の間は新鮮です。"}
		args = append(args, text.T("duration", Duration(n.Int)))
	case n.Integer && !n.Negative:
		t = text.Text{EN: "Stale at once: it is fetched again whenever it is needed.", JA: "受信直後から期限切れで、必要になるたびに取得し直します。"}
	}
	w.text("text", text.Fill(t, r.Lang, args...))
	w.close('}')
}

func (r *Report) sharing(w *writer, v jsondoc.Value) {
	w.open("sharing", '{')
	s, ok := v.Text()
	if ok {
		w.text("cacheScope", s)
	} else {
		w.null("cacheScope")
	}
	w.bool("present", v.Exists())
	t := text.Text{EN: "No usable cacheScope: only private is a safe reading, so nobody else may be served from it.", JA: "有効な cacheScope がないため、安全な解釈は private だけです。ほかの相手には使えません。"}
	switch s {
	case "public":
		t = text.Text{EN: "Any client, gateway or proxy may keep it and serve it to anyone.", JA: "どのクライアント、ゲートウェイ、プロキシでも保存でき、誰にでも返せます。"}
	case "private":
		t = text.Text{EN: "May be reused for the same authorization context only.", JA: "同じ認可コンテキストの中でだけ再利用できます。"}
	}
	w.text("text", t.In(r.Lang))
	w.close('}')
}

// Duration says a number of milliseconds in the largest unit that divides it, or in rounded ones.
func Duration(ms int64) text.Text {
	units := [...]struct {
		ms       int64
		one, pl  string
		japanese string
	}{
		{31536000000, "year", "years", "年"}, {86400000, "day", "days", "日"}, {3600000, "hour", "hours", "時間"},
		{60000, "minute", "minutes", "分"}, {1000, "second", "seconds", "秒"}, {1, "millisecond", "milliseconds", "ミリ秒"},
	}
	for i, u := range units {
		if ms < u.ms {
			continue
		}
		whole, rest := ms/u.ms, ms%u.ms
		if rest != 0 && whole < 10 && i+1 < len(units) && u.ms > 1000 {
			continue // 90 minutes rather than 1 hour and something
		}
		name := u.pl
		if whole == 1 && rest == 0 {
			name = u.one
		}
		n := strconv.FormatInt(whole, 10)
		if rest != 0 {
			if u.ms == 1000 {
				frac := strconv.FormatInt(1000+rest, 10)[1:]
				for frac[len(frac)-1] == '0' {
					frac = frac[:len(frac)-1]
				}
				n += "." + frac
			} else {
				return text.Text{EN: "about " + n + " " + name, JA: "約 " + n + " " + u.japanese}
			}
		}
		return text.Text{EN: n + " " + name, JA: n + " " + u.japanese}
	}
	return text.Text{EN: "0 milliseconds", JA: "0 ミリ秒"}
}

const (
	announces  = " The server announces changes of the list."
	announcesJ = "一覧が変わるとサーバーが通知します。"
	subscribes = " Single resources can be subscribed to."
	subscribeJ = "個々のリソースを購読できます。"
	resources  = "Resources can be listed and read."
	resourcesJ = "リソースを一覧して読み取れます。"
)

// capability says in words what a server capability means for a client.
func capability(c jsondoc.Value) text.Text {
	changes, _ := c.Get("listChanged").Bool()
	subscribe, _ := c.Get("subscribe").Bool()
	switch c.Name() {
	case "tools":
		if changes {
			return text.Text{EN: "Tools can be listed and called." + announces, JA: "ツールを一覧して呼び出せます。" + announcesJ}
		}
		return text.Text{EN: "Tools can be listed and called.", JA: "ツールを一覧して呼び出せます。"}
	case "prompts":
		if changes {
			return text.Text{EN: "Prompts can be listed and fetched." + announces, JA: "プロンプトを一覧して取得できます。" + announcesJ}
		}
		return text.Text{EN: "Prompts can be listed and fetched.", JA: "プロンプトを一覧して取得できます。"}
	case "resources":
		switch {
		case changes && subscribe:
			return text.Text{EN: resources + announces + subscribes, JA: resourcesJ + announcesJ + subscribeJ}
		case changes:
			return text.Text{EN: resources + announces, JA: resourcesJ + announcesJ}
		case subscribe:
			return text.Text{EN: resources + subscribes, JA: resourcesJ + subscribeJ}
		}
		return text.Text{EN: resources, JA: resourcesJ}
	case "completions":
		return text.Text{EN: "Arguments can be completed.", JA: "引数の補完ができます。"}
	case "logging":
		return text.Text{EN: "Log messages can be asked for per request (deprecated).", JA: "リクエストごとにログメッセージを求められます（非推奨）。"}
	case "experimental":
		return text.Text{EN: "Experimental features, agreed outside the specification.", JA: "仕様の外で取り決めた実験的な機能です。"}
	}
	return text.Text{EN: "Not defined by this revision; allowed, and meaningless to a client that doesn't know it.", JA: "この revision では定義されていません。許されますが、知らないクライアントには意味がありません。"}
}

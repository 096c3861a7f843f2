package ui

import "strings"

type piece struct {
	text string
	code bool
}

// pieces splits a sentence at its backticks. An unpaired backtick stays a character.
func pieces(sentence string) []piece {
	var out []piece
	for sentence != "" {
		open := strings.IndexByte(sentence, '`')
		if open < 0 {
			break
		}
		length := strings.IndexByte(sentence[open+1:], '`')
		if length <= 0 {
			break
		}
		if open > 0 {
			out = append(out, piece{text: sentence[:open]})
		}
		out = append(out, piece{text: sentence[open+1 : open+1+length], code: true})
		sentence = sentence[open+length+2:]
	}
	if sentence != "" {
		out = append(out, piece{text: sentence})
	}
	return out
}

package jsondoc

import (
	"math"
	"strconv"
)

// Num says what a number is by its value, not by how it is written.
type Num struct {
	OK       bool  // the value is a number
	Integer  bool  // without fraction by value: 1e3, 1000.0 and -0 are integers
	Negative bool  // less than zero, so not -0
	Plain    bool  // written as digits only, with or without a minus sign
	Safe     bool  // at most 2^53-1 away from zero
	Overflow bool  // too large for a 64-bit binary floating-point number
	Fits     bool  // an integer that Int can hold
	Int      int64 // the value where Fits
}

// maxSafe is the largest integer up to which a 64-bit floating-point number holds every integer.
const maxSafe = 1<<53 - 1

// Number says what number the value is. OK is false where it is none.
func (v Value) Number() Num {
	if v.Kind() != Number {
		return Num{}
	}
	raw := v.Raw()
	dec := parseDecimal(raw)
	n := Num{OK: true, Integer: dec.point >= dec.count, Negative: dec.negative, Plain: dec.plain}
	// 20 digits are more than any int64 has; the value lies in whole, whole+1 where there is a fraction.
	if dec.point <= 20 {
		whole, fits := dec.whole()
		n.Safe = fits && (whole < maxSafe || whole == maxSafe && n.Integer)
		switch {
		case !fits || !n.Integer:
		case dec.negative && whole <= 1<<63:
			n.Fits, n.Int = true, -int64(whole)
		case !dec.negative && whole <= math.MaxInt64:
			n.Fits, n.Int = true, int64(whole)
		}
	}
	switch {
	case dec.point > 309:
		n.Overflow = true
	case dec.point == 309:
		_, err := strconv.ParseFloat(string(raw), 64)
		n.Overflow = err != nil
	}
	return n
}

// decimal is a number as 0.d1d2d3... times ten to the power of point, without zeros at either end.
type decimal struct {
	negative bool // less than zero
	plain    bool
	digits   []byte // from the first to the last digit that is not zero, maybe with a point among them
	count    int    // the digits in digits
	point    int
}

// maxExponent stands for every exponent that is larger; no text has digits enough to make up for it.
const maxExponent = 1 << 27

// parseDecimal takes a valid JSON number apart.
func parseDecimal(raw []byte) decimal {
	dec := decimal{plain: true}
	i := 0
	if raw[0] == '-' {
		dec.negative = true
		i++
	}
	first, last := -1, -1 // offsets of the digits at the ends
	var seen, before, fraction, atLast int
	for ; i < len(raw); i++ {
		c := raw[i]
		if c == 'e' || c == 'E' {
			break
		}
		if c == '.' {
			dec.plain, fraction = false, 1
			continue
		}
		if first < 0 {
			if c == '0' {
				before -= fraction
				continue
			}
			first = i
		}
		seen++
		before += 1 - fraction
		if c != '0' {
			last, atLast = i, seen
		}
	}
	exponent := 0
	if i < len(raw) {
		dec.plain = false
		i++
		minus := raw[i] == '-'
		if minus || raw[i] == '+' {
			i++
		}
		for ; i < len(raw); i++ {
			exponent = min(exponent*10+int(raw[i]-'0'), maxExponent)
		}
		if minus {
			exponent = -exponent
		}
	}
	if first < 0 {
		return decimal{plain: dec.plain}
	}
	dec.digits, dec.count, dec.point = raw[first:last+1], atLast, before+exponent
	return dec
}

// whole gives the digits before the point as a number, and whether an uint64 holds them.
func (dec decimal) whole() (uint64, bool) {
	var n uint64
	digits := dec.digits
	for k := 0; k < dec.point; k++ {
		var c uint64
		if len(digits) > 0 && digits[0] == '.' {
			digits = digits[1:]
		}
		if len(digits) > 0 {
			c = uint64(digits[0] - '0')
			digits = digits[1:]
		}
		if n > (math.MaxUint64-c)/10 {
			return 0, false
		}
		n = n*10 + c
	}
	return n, true
}

func (dec decimal) equal(o decimal) bool {
	if dec.negative != o.negative || dec.count != o.count || dec.point != o.point {
		return false
	}
	a, b := dec.digits, o.digits
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == '.':
			a = a[1:]
		case b[0] == '.':
			b = b[1:]
		case a[0] != b[0]:
			return false
		default:
			a, b = a[1:], b[1:]
		}
	}
	return true
}

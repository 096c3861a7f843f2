package jsondoc

import (
	"bytes"
	"math/bits"
	"sort"
	"unicode/utf8"
)

const (
	maxFlaws        = 100
	maxFlawPointers = 64 << 10 // bytes, all flaws together
	maxFlawName     = 64       // characters
	maxFlawBytes    = 8
)

// order sorts by functions. The generic sorts of the standard library are compiled once for every type, which costs a
// browser's download more than it gains here.
type order struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (o order) Len() int           { return o.n }
func (o order) Less(i, j int) bool { return o.less(i, j) }
func (o order) Swap(i, j int)      { o.swap(i, j) }

// twin is a pair of members of one object with the same name, as nodes of their names.
type twin struct{ first, second uint32 }

// findTwins notes the duplicate names of an object with so many members.
func (d *Doc) findTwins(object uint32, members int) {
	if len(d.twins) >= maxFlaws {
		return
	}
	const few = 16 // from here on a table costs less than comparing all pairs
	if members > few {
		d.findManyTwins(object, members)
		return
	}
	var names [few][]byte
	var nodes [few]uint32
	k := 0
	for i := object + 2; i != none; i = d.nodes.at(i).next {
		names[k], nodes[k] = d.decoded(i-1), i-1
		for j := range k {
			if len(names[j]) == len(names[k]) && string(names[j]) == string(names[k]) {
				d.twins = append(d.twins, twin{nodes[j], nodes[k]})
				break
			}
		}
		k++
	}
}

// findManyTwins takes the names in an order that brings equal ones near to each other: an entry for every name, half
// of it hash and half of it node, put into buckets by the hash. A bucket is small enough for a fast cache.
func (d *Doc) findManyTwins(object uint32, members int) {
	const bucketSize, bucketLimit = 4096, 16384
	entries := resize(&d.entries, members)[:0]
	for i := object + 2; i != none; i = d.nodes.at(i).next {
		entries = append(entries, uint64(hash(d.decoded(i-1)))<<32|uint64(i-1))
	}
	if members <= bucketSize {
		d.findInTable(entries)
		return
	}
	shift := 64 - bits.Len(uint(members/bucketSize))
	ends := make([]int, 1<<(64-shift)+1)
	for _, e := range entries {
		ends[e>>shift+1]++
	}
	for k := 1; k < len(ends); k++ {
		ends[k] += ends[k-1]
	}
	buckets := resize(&d.buckets, members)
	for _, e := range entries {
		buckets[ends[e>>shift]] = e
		ends[e>>shift]++
	}
	start := 0
	for _, end := range ends[:len(ends)-1] {
		bucket, before := buckets[start:end], len(d.twins)
		d.findInTable(bucket[:min(len(bucket), bucketLimit)])
		// What is larger has the same name again and again, which gives flaws enough, or names made to collide.
		if len(bucket) > bucketLimit && len(d.twins) < maxFlaws {
			d.twins = d.twins[:before]
			d.findBySorting(bucket)
		}
		start = end
	}
}

// findInTable notes duplicates with an open hash table. Where that fills badly it sorts.
func (d *Doc) findInTable(entries []uint64) {
	size := 2 << bits.Len(uint(len(entries)))
	table := resize(&d.table, size)
	clear(table)
	before, probes := len(d.twins), 2*size
	for _, e := range entries {
		for slot := int(e >> 32); len(d.twins) < maxFlaws; slot++ {
			if probes--; probes < 0 {
				d.twins = d.twins[:before]
				d.findBySorting(entries)
				return
			}
			at := &table[slot&(size-1)]
			if *at == 0 { // never the node of a name
				*at = e
				break
			}
			if d.sameName(*at, e) {
				d.twins = append(d.twins, twin{uint32(*at), uint32(e)})
				break
			}
		}
	}
}

// findBySorting notes duplicates in a time that no choice of names makes worse.
func (d *Doc) findBySorting(entries []uint64) {
	sort.Sort(order{len(entries), func(i, j int) bool {
		a, b := entries[i], entries[j]
		if a>>32 == b>>32 {
			if c := bytes.Compare(d.decoded(uint32(a)), d.decoded(uint32(b))); c != 0 {
				return c < 0
			}
		}
		return a < b
	}, func(i, j int) { entries[i], entries[j] = entries[j], entries[i] }})
	first := 0
	for k := 1; k < len(entries) && len(d.twins) < maxFlaws; k++ {
		if d.sameName(entries[first], entries[k]) {
			d.twins = append(d.twins, twin{uint32(entries[first]), uint32(entries[k])})
		} else {
			first = k
		}
	}
}

func (d *Doc) sameName(a, b uint64) bool {
	return a>>32 == b>>32 && bytes.Equal(d.decoded(uint32(a)), d.decoded(uint32(b)))
}

// resize gives n elements of what s points at, which it replaces where that has too few.
func resize(s *[]uint64, n int) []uint64 {
	if cap(*s) < n {
		*s = make([]uint64, n)
	}
	return (*s)[:n]
}

// hash is FNV-1a, its halves folded.
func hash(b []byte) uint32 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return uint32(h ^ h>>32)
}

// findFlaws lists the flaws of the text up to where it was read.
func (d *Doc) findFlaws() {
	if bytes.HasPrefix(d.text, []byte(byteOrderMark)) {
		d.flaws = append(d.flaws, Flaw{Kind: ByteOrderMark, Span: Span{0, len(byteOrderMark)}, Found: "EF BB BF"})
	}
	for _, t := range d.twins {
		d.flaws = append(d.flaws, Flaw{
			Kind:  DuplicateName,
			Span:  d.value(t.second).Span(),
			First: d.value(t.first).Span(),
			Found: excerpt(d.decoded(t.second), maxFlawName),
		})
	}
	if !d.plain && d.nodes.n > 0 {
		d.findSurrogates()
		d.findBadBytes()
	}
	if len(d.flaws) == 0 {
		return
	}
	fl := d.flaws
	sort.Sort(order{len(fl), func(i, j int) bool {
		if fl[i].Span.Start != fl[j].Span.Start {
			return fl[i].Span.Start < fl[j].Span.Start
		}
		return fl[i].Kind < fl[j].Kind
	}, func(i, j int) { fl[i], fl[j] = fl[j], fl[i] }})
	pointers := 0
	for k := range d.flaws {
		f := &d.flaws[k]
		if f.Kind != ByteOrderMark {
			f.Pointer = string(d.appendPointer(nil, d.nodeAt(f.Span.Start)))
		}
		if pointers += len(f.Pointer); k == maxFlaws || k > 0 && pointers > maxFlawPointers {
			d.flaws = d.flaws[:k]
			break
		}
	}
}

func (d *Doc) findSurrogates() {
	text, found := d.text[:d.pos], 0
	for i := 0; found < maxFlaws; {
		n := bytes.IndexByte(text[i:], '\\')
		if n < 0 {
			return
		}
		i += n
		r, n := escape(text[i:])
		if r == utf8.RuneError && n == 6 && hex4(text[i+2:]) != utf8.RuneError {
			d.flaws = append(d.flaws, Flaw{Kind: LoneSurrogate, Span: Span{i, i + n}, Found: string(text[i : i+n])})
			found++
		}
		i += n
	}
}

func (d *Doc) findBadBytes() {
	text, found := d.text[:d.pos], 0
	for i := 0; i < len(text) && found < maxFlaws; {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		end := i
		for end < len(text) {
			r, n := utf8.DecodeRune(text[end:])
			if r != utf8.RuneError || n != 1 {
				if end == i {
					end += n
					i = end
				}
				break
			}
			end++
		}
		if end > i {
			d.flaws = append(d.flaws, Flaw{Kind: InvalidUTF8, Span: Span{i, end}, Found: hexadecimal(text[i:min(end, i+maxFlawBytes)])})
			found++
			i = end
		}
	}
}

func hexadecimal(b []byte) string {
	const digits = "0123456789ABCDEF"
	var out []byte
	for i, c := range b {
		if i > 0 {
			out = append(out, ' ')
		}
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}

package jsondoc

import (
	"slices"
	"strconv"
)

// node is a value or the name of a member. Nodes stand in the order of their text: a container before its children,
// a name directly before its value. The kind is what the first byte of the text says.
type node struct {
	start, end uint32
	next       uint32 // the next child of the parent, or none; isName for a name
	parent     uint32 // the container, or none
}

const (
	none   = 1<<32 - 1
	isName = 1<<32 - 2
)

// blockNodes is small enough for a document of a few hundred bytes and large enough to be cheap for one of 8 MiB.
const (
	blockShift = 7
	blockNodes = 1 << blockShift
)

// store holds nodes in blocks, so that growing copies none.
type store struct {
	blocks []*[blockNodes]node
	n      uint32
}

func (s *store) at(i uint32) *node { return &s.blocks[i>>blockShift][i%blockNodes] }

func (s *store) add(n node) uint32 {
	i := s.n
	if int(i>>blockShift) == len(s.blocks) {
		s.blocks = append(s.blocks, new([blockNodes]node))
	}
	*s.at(i) = n
	s.n++
	return i
}

// first gives the first child of container i, or none.
func (d *Doc) first(i uint32) uint32 {
	c := i + 1
	switch d.text[d.nodes.at(i).start] {
	case '{':
		c++
	case '[':
	default:
		return none
	}
	if c >= d.nodes.n || d.nodes.at(c).parent != i {
		return none
	}
	return c
}

// member reports whether value i is a member of an object; its name is then node i-1.
func (d *Doc) member(i uint32) bool {
	p := d.nodes.at(i).parent
	return p != none && d.text[d.nodes.at(p).start] == '{'
}

func (d *Doc) raw(i uint32) []byte {
	n := d.nodes.at(i)
	return d.text[n.start:n.end]
}

// nodeAt gives the innermost value or name that offset lies in, or none.
func (d *Doc) nodeAt(offset int) uint32 {
	lo, hi := uint32(0), d.nodes.n // nodes before lo start at or before offset, nodes from hi on after it
	for lo < hi {
		mid := lo + (hi-lo)/2
		if int(d.nodes.at(mid).start) <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	i := lo - 1
	if lo == 0 {
		return none
	}
	for i != none && int(d.nodes.at(i).end) <= offset {
		i = d.nodes.at(i).parent
	}
	return i
}

// rank remembers the place of a child of an array.
type rank struct{ array, child, index uint32 }

// appendPointer appends the JSON Pointer of node i, which for a name is the one of its member. What it has counted
// on every level is remembered, so that pointers asked for in the order of the text cost no more than one walk.
func (d *Doc) appendPointer(b []byte, i uint32) []byte {
	d.path = d.path[:0]
	for i != none && d.nodes.at(i).parent != none {
		d.path = append(d.path, i)
		i = d.nodes.at(i).parent
	}
	for level, i := range slices.Backward(d.path) {
		n := d.nodes.at(i)
		b = append(b, '/')
		if d.text[d.nodes.at(n.parent).start] == '{' {
			if n.next != isName {
				i--
			}
			b = appendEscaped(b, d.decoded(i))
			continue
		}
		b = strconv.AppendUint(b, uint64(d.index(len(d.path)-1-level, n.parent, i)), 10)
	}
	return b
}

// index counts the children of array before child, at the given depth.
func (d *Doc) index(depth int, array, child uint32) uint32 {
	for len(d.ranks) <= depth {
		d.ranks = append(d.ranks, rank{array: none})
	}
	r := &d.ranks[depth]
	if r.array != array || r.child > child {
		*r = rank{array: array, child: array + 1}
	}
	for r.child != child {
		r.child = d.nodes.at(r.child).next
		r.index++
	}
	return r.index
}

// appendEscaped appends a reference token as RFC 6901 wants it.
func appendEscaped(b, name []byte) []byte {
	for _, c := range name {
		switch c {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, c)
		}
	}
	return b
}

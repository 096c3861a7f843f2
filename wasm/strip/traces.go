package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// What follows mirrors runtime/symtab.go, runtime/runtime2.go and internal/abi/symtab.go of Go 1.26 for a target of
// 64-bit words in little-endian order.
const (
	word = 8

	// headerMagic begins a pcHeader, followed by two zeros, the instruction quantum and the word size.
	headerMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	headerSize  = 72

	// Offsets into a _func.
	funcName      = 4
	funcPCSP      = 16
	funcPCFile    = 20
	funcPCLine    = 24
	funcPCData    = 28
	funcUnit      = 32
	funcStartLine = 36
	funcID        = 40
	funcFuncData  = 43
	funcSize      = 44

	// wrapperID marks generated wrappers. A panic for a nil receiver cuts its message out of the wrapper's name.
	wrapperID = 23

	inlinedCallSize = 16
	noFuncData      = 0xffffffff

	// Indices of pc tables and of function data.
	unsafePoints    = 0
	inlineIndices   = 2
	liveArguments   = 3
	inlineTree      = 3
	argumentInfo    = 5
	liveArgumentMap = 6
	wrapperInfo     = 7
)

// dropTraces clears in a program's memory image what only stack traces read. What the garbage collector, stack growth
// and panics read stays: frame sizes, stack maps, bounds.
func dropTraces(image []byte) error {
	t, err := findTables(image)
	if err != nil {
		return err
	}
	needed := make([]bool, len(t.pctab))
	named := make([]bool, len(t.names))
	for _, f := range t.funcs {
		p := &pruned{tables: t, f: f, needed: needed}
		p.keep(funcPCSP)
		for i := range f.pcdata {
			at := funcSize + 4*i
			switch i {
			case inlineIndices:
				p.clearInlineTree(at)
				f.set(at, 0)
			case unsafePoints, liveArguments:
				f.set(at, 0)
			default:
				p.keep(at)
			}
		}
		if p.err != nil {
			return fmt.Errorf("function %q: %w", t.name(f), p.err)
		}
		for _, i := range []int{inlineTree, argumentInfo, liveArgumentMap, wrapperInfo} {
			if i < f.funcdata {
				f.set(funcSize+4*f.pcdata+4*i, noFuncData)
			}
		}
		for _, at := range []int{funcPCFile, funcPCLine, funcUnit, funcStartLine} {
			f.set(at, 0)
		}
		name := t.name(f)
		if f.body[funcID] == wrapperID || strings.HasPrefix(name, "reflect.") {
			// The stack maps of reflect's stubs are found by name. What else reads names prints them or counts the
			// runtime's own goroutines.
			mark(named, int(f.get(funcName)), len(name))
		} else {
			f.set(funcName, 0)
		}
	}
	if named[0] {
		return errors.New("the first function name is needed, so there is none that can stand for no name")
	}
	clear(t.units)
	clear(t.files)
	clearUnmarked(t.names, named)
	clearUnmarked(t.pctab, needed)
	return nil
}

// tables are the parts of the symbol table, all slices of the image.
type tables struct {
	image  []byte
	names  []byte // zero-terminated
	units  []byte
	files  []byte
	pctab  []byte
	gofunc uint64 // address to which function data is relative
	end    uint64 // address at which function data ends
	funcs  []function
}

// function is one _func.
type function struct {
	body     []byte
	pcdata   int // number of pc tables
	funcdata int // number of function data
}

func (f function) get(at int) uint32    { return binary.LittleEndian.Uint32(f.body[at:]) }
func (f function) set(at int, v uint32) { binary.LittleEndian.PutUint32(f.body[at:], v) }

// findTables finds the one symbol table in the image, and checks it against the moduledata that refers to it.
func findTables(image []byte) (*tables, error) {
	h, err := only(image, []byte(headerMagic))
	if err != nil {
		return nil, fmt.Errorf("the header of Go's symbol table: %w", err)
	}
	if h+headerSize > len(image) {
		return nil, errShort
	}
	header := func(i int) uint64 { return binary.LittleEndian.Uint64(image[h+word*(1+i):]) }
	count := header(0)
	// header(2) is unused.
	bounds := [...]uint64{header(3), header(4), header(5), header(6), header(7), uint64(len(image) - h)}
	for i := 1; i < len(bounds); i++ {
		if bounds[i] < bounds[i-1] {
			return nil, errors.New("the parts of the symbol table are out of order")
		}
	}
	part := func(i int) []byte { return image[h+int(bounds[i]) : h+int(bounds[i+1])] }
	t := &tables{image: image, names: part(0), units: part(1), files: part(2), pctab: part(3)}
	pcln := part(4)
	if len(t.names) == 0 || count == 0 || count > uint64(len(pcln)/word) {
		return nil, fmt.Errorf("the symbol table has %d functions", count)
	}

	start := binary.LittleEndian.AppendUint64(nil, uint64(h))
	start = binary.LittleEndian.AppendUint64(start, uint64(h)+bounds[0])
	md, err := only(image, start)
	if err != nil {
		return nil, fmt.Errorf("the module data: %w", err)
	}
	const words = 43
	if md+word*words > len(image) {
		return nil, errShort
	}
	data := func(i int) uint64 { return binary.LittleEndian.Uint64(image[md+word*i:]) }
	// A pointer to the header, then slices of three words.
	for i, want := range []struct{ at, address uint64 }{
		{4, uint64(h) + bounds[1]}, {7, uint64(h) + bounds[2]}, {10, uint64(h) + bounds[3]},
		{13, uint64(h) + bounds[4]}, {16, uint64(h) + bounds[4]}, {17, count + 1},
	} {
		if got := data(int(want.at)); got != want.address {
			return nil, fmt.Errorf("check %d of the module data: %#x, want %#x", i, got, want.address)
		}
	}
	gofunc, tableEnd := data(40), data(41)
	if gofunc < uint64(h)+bounds[4] || gofunc > tableEnd || tableEnd > uint64(len(image)) {
		return nil, fmt.Errorf("the module data places function data at %#x", gofunc)
	}
	t.gofunc, t.end = gofunc, tableEnd

	for i := range int(count) {
		at := int(binary.LittleEndian.Uint32(pcln[word*i+4:]))
		if at < 0 || at+funcSize > len(pcln) {
			return nil, fmt.Errorf("function %d lies outside of the symbol table", i)
		}
		f := function{body: pcln[at:]}
		f.pcdata, f.funcdata = int(f.get(funcPCData)), int(f.body[funcFuncData])
		size := funcSize + 4*(f.pcdata+f.funcdata)
		if f.pcdata > 16 || f.funcdata > 16 || size > len(f.body) || int(f.get(funcName)) >= len(t.names) {
			return nil, fmt.Errorf("function %d has an unknown form", i)
		}
		f.body = f.body[:size:size]
		t.funcs = append(t.funcs, f)
	}
	return t, nil
}

// only returns the one place of pattern in the image.
func only(image, pattern []byte) (int, error) {
	at := bytes.Index(image, pattern)
	if at < 0 {
		return 0, errors.New("not found")
	}
	if bytes.Contains(image[at+1:], pattern) {
		return 0, errors.New("found twice")
	}
	return at, nil
}

func (t *tables) name(f function) string {
	name, _, _ := bytes.Cut(t.names[f.get(funcName):], []byte{0})
	return string(name)
}

// pruned is a function while its tables are sorted into needed ones and others. Tables are shared between functions and
// kinds, so nothing may be cleared before all functions have been seen.
type pruned struct {
	*tables
	f      function
	needed []bool
	err    error
}

// keep marks the pc table to which the field at refers.
func (p *pruned) keep(at int) {
	offset := int(p.f.get(at))
	if offset == 0 {
		return
	}
	if length, _ := p.walk(offset); p.err == nil {
		mark(p.needed, offset, length)
	}
}

// clearInlineTree clears the function's inlined calls. Their number follows from the pc table to which the field at
// refers; calls that no instruction belongs to may stay, which does no harm.
func (p *pruned) clearInlineTree(at int) {
	if inlineTree >= p.f.funcdata || p.f.get(at) == 0 {
		return
	}
	offset := p.f.get(funcSize + 4*p.f.pcdata + 4*inlineTree)
	if offset == noFuncData {
		return
	}
	_, largest := p.walk(int(p.f.get(at)))
	if p.err != nil {
		return
	}
	from := p.gofunc + uint64(offset)
	to := from + inlinedCallSize*uint64(largest+1)
	if to > p.end {
		p.err = errors.New("the inlined calls lie outside of the symbol table")
		return
	}
	clear(p.image[from:to])
}

// walk reads a pc table and gives its length in bytes and its largest value.
func (p *pruned) walk(offset int) (length int, largest int32) {
	if offset >= len(p.pctab) {
		p.err = errors.New("a pc table lies outside of the symbol table")
		return 0, 0
	}
	r := reader{rest: p.pctab[offset:]}
	whole := len(r.rest)
	value := int32(-1)
	largest = value
	for first := true; ; first = false {
		change := uint32(r.uint())
		if change == 0 && !first || r.err != nil {
			p.err = r.err
			return whole - len(r.rest), largest
		}
		value += int32(-(change & 1) ^ change>>1)
		largest = max(largest, value)
		r.uint()
	}
}

func mark(marks []bool, at, length int) {
	for i := range length {
		marks[at+i] = true
	}
}

func clearUnmarked(b []byte, marks []bool) {
	for i := range b {
		if !marks[i] {
			b[i] = 0
		}
	}
}

// Command strip takes out of a Go WebAssembly module what only a traceback reads: the tables from program counters to
// files, lines and inlined calls, and the names of functions outside of the runtime. The linker can't leave them out
// (-s -w drops other tables), and they compress badly: they are about an eighth of what a visitor would download.
// Everything that runs stays as it is; a crash still says why, but not where.
//
//	strip -in raw.wasm -out small.wasm
//
// It knows one layout of the tables and refuses any other.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
)

func main() {
	in := flag.String("in", "", "`FILE` to read")
	out := flag.String("out", "", "`FILE` to write")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	wasm, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	freed, err := Strip(wasm)
	if err != nil {
		return err
	}
	if freed == 0 {
		return errors.New("strip: found nothing to take out")
	}
	return os.WriteFile(out, wasm, 0o644)
}

// The layout of runtime.pcHeader and runtime._func, Go 1.20 to 1.26, with 8-byte pointers.
const (
	magic      = 0xfffffff1
	headerSize = 8 + 8*8

	fieldName      = 4
	fieldPCFile    = 20
	fieldPCLine    = 24
	fieldNPCData   = 28
	fieldUnit      = 32
	fieldStartLine = 36
	funcHeaderSize = 44

	pcdataInlined = 2 // abi.PCDATA_InlTreeIndex
	pcdataArgLive = 3 // abi.PCDATA_ArgLiveIndex
)

// Strip clears the tables in place and returns the number of bytes that it cleared. The module stays as long as it is:
// zeros cost nothing once it is compressed.
func Strip(wasm []byte) (int, error) {
	mem, err := memory(wasm)
	if err != nil {
		return 0, err
	}
	at, err := mem.findHeader()
	if err != nil {
		return 0, err
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(mem.bytes[at+8+8*i:])) }
	functions, names, units, pctab, pcln := word(0), at+word(3), at+word(4), at+word(6), at+word(7)
	if functions <= 0 || functions > 1<<20 || names >= units || units >= pctab || pctab >= pcln || pcln >= len(mem.bytes) {
		return 0, errors.New("strip: the header of the function table makes no sense")
	}
	// A table may be shared by functions, and by one of the kept kinds: only what no kept reference reaches may go.
	kept := map[uint32]bool{}
	dropped := map[uint32]bool{}
	named := append([]byte(nil), mem.bytes[names:units]...)
	mem.clear(names, units-names)
	mem.clear(units, pctab-units) // the tables of compilation units and of files
	for i := range functions {
		f := pcln + int(binary.LittleEndian.Uint32(mem.bytes[pcln+8*i+4:]))
		if f+funcHeaderSize > len(mem.bytes) {
			return 0, errors.New("strip: a function lies outside of the data")
		}
		n := int(binary.LittleEndian.Uint32(mem.bytes[f+fieldNPCData:]))
		if n > 16 {
			return 0, fmt.Errorf("strip: a function with %d tables: unknown layout", n)
		}
		kept[binary.LittleEndian.Uint32(mem.bytes[f+fieldPCFile-4:])] = true
		drop := []int{fieldPCFile, fieldPCLine}
		for k := range n {
			if k == pcdataInlined || k == pcdataArgLive {
				drop = append(drop, funcHeaderSize+4*k)
			} else {
				kept[binary.LittleEndian.Uint32(mem.bytes[f+funcHeaderSize+4*k:])] = true
			}
		}
		mem.clear(f+fieldUnit, 4)
		mem.clear(f+fieldStartLine, 4)
		// The runtime tells its own goroutines by their functions' names.
		name := int(binary.LittleEndian.Uint32(mem.bytes[f+fieldName:]))
		if name >= len(named) {
			return 0, errors.New("strip: a function's name lies outside of the names")
		}
		if length := bytes.IndexByte(named[name:], 0); length > 0 && bytes.HasPrefix(named[name:], []byte("runtime.")) {
			mem.set(names+name, named[name:name+length])
		} else {
			mem.clear(f+fieldName, 4)
		}
		for _, field := range drop {
			dropped[binary.LittleEndian.Uint32(mem.bytes[f+field:])] = true
			mem.clear(f+field, 4)
		}
	}
	freed := pctab - names
	for off := range dropped {
		if off != 0 && !kept[off] {
			end, err := tableEnd(mem.bytes, pctab+int(off), pcln)
			if err != nil {
				return 0, err
			}
			mem.clear(pctab+int(off), end-pctab-int(off))
			freed += end - pctab - int(off)
		}
	}
	return freed, nil
}

// tableEnd finds the end of a table of program counters: pairs of varints, closed by a zero value delta that is not
// the first.
func tableEnd(b []byte, at, limit int) (int, error) {
	for first := true; at < limit; first = false {
		value, n := binary.Uvarint(b[at:limit])
		if n <= 0 {
			break
		}
		at += n
		if value == 0 && !first {
			return at, nil
		}
		if _, n = binary.Uvarint(b[at:limit]); n <= 0 {
			break
		}
		at += n
	}
	return 0, errors.New("strip: a table of program counters doesn't end")
}

// image is the module's initial memory, with the way back to the file.
type image struct {
	wasm     []byte
	bytes    []byte
	segments []segment
}

type segment struct{ address, file, length int }

// clear sets bytes to zero, in the image and in the file.
func (m *image) clear(address, length int) { m.set(address, make([]byte, length)) }

// set puts bytes where the file has bytes of its own; what it leaves out as zero can't be set.
func (m *image) set(address int, to []byte) {
	length := len(to)
	copy(m.bytes[address:], to)
	lo, hi := 0, len(m.segments)
	for lo < hi {
		mid := (lo + hi) / 2
		if s := m.segments[mid]; s.address+s.length <= address {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for ; lo < len(m.segments) && m.segments[lo].address < address+length; lo++ {
		s := m.segments[lo]
		from, end := max(address, s.address), min(address+length, s.address+s.length)
		copy(m.wasm[s.file+from-s.address:s.file+end-s.address], to[from-address:end-address])
	}
}

func (m *image) findHeader() (int, error) {
	found := -1
	for at := 0; at+headerSize <= len(m.bytes); at += 8 {
		if binary.LittleEndian.Uint32(m.bytes[at:]) == magic && m.bytes[at+4] == 0 && m.bytes[at+5] == 0 && m.bytes[at+6] == 1 && m.bytes[at+7] == 8 {
			if found >= 0 {
				return 0, errors.New("strip: two function tables")
			}
			found = at
		}
	}
	if found < 0 {
		return 0, errors.New("strip: no function table of a known layout")
	}
	return found, nil
}

// memory reads the data section of a WebAssembly module.
func memory(wasm []byte) (*image, error) {
	if len(wasm) < 8 || string(wasm[:4]) != "\x00asm" {
		return nil, errors.New("strip: not a WebAssembly module")
	}
	r := reader{wasm, 8, nil}
	m := &image{wasm: wasm}
	for r.at < len(wasm) && r.err == nil {
		id := r.byte()
		size := r.unsigned()
		end := r.at + size
		if id == 11 {
			for n := r.unsigned(); n > 0 && r.err == nil; n-- {
				if r.unsigned() != 0 || r.byte() != 0x41 { // active, in memory 0, at a constant
					return nil, errors.New("strip: a data segment of an unknown kind")
				}
				address := r.signed()
				r.byte() // end
				length := r.unsigned()
				m.segments = append(m.segments, segment{address, r.at, length})
				r.at += length
			}
		}
		r.at = end
	}
	if r.err != nil {
		return nil, r.err
	}
	slices.SortFunc(m.segments, func(a, b segment) int { return a.address - b.address })
	for i, s := range m.segments {
		if s.file+s.length > len(wasm) || s.address < 0 || i > 0 && s.address < m.segments[i-1].address+m.segments[i-1].length {
			return nil, errors.New("strip: data segments overlap")
		}
		if grow := s.address + s.length - len(m.bytes); grow > 0 {
			m.bytes = append(m.bytes, make([]byte, grow)...)
		}
		copy(m.bytes[s.address:], wasm[s.file:s.file+s.length])
	}
	return m, nil
}

// reader reads LEB128 numbers.
type reader struct {
	b   []byte
	at  int
	err error
}

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		r.err = errors.New("strip: the module is cut off")
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

func (r *reader) unsigned() int {
	n, shift := 0, 0
	for {
		c := r.byte()
		n |= int(c&0x7f) << shift
		shift += 7
		if c < 0x80 || r.err != nil || shift > 35 {
			return n
		}
	}
}

func (r *reader) signed() int {
	n, shift := 0, 0
	for {
		c := r.byte()
		n |= int(c&0x7f) << shift
		shift += 7
		if c < 0x80 || r.err != nil || shift > 35 {
			if c&0x40 != 0 {
				n |= -1 << shift
			}
			return n
		}
	}
}

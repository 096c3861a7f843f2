package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The numbers of the sections that matter here, and the opcodes in a data segment's head.
const (
	dataSection      = 11
	dataCountSection = 12

	i32Const = 0x41
	end      = 0x0b
)

// gap is how many zeros in a row are worth a new data segment. Shorter runs cost less after compression than a segment's
// head, which hardly compresses.
const gap = 4096

// largestImage bounds the memory that data segments may fill, in bytes.
const largestImage = 256 << 20

var magic = []byte("\x00asm\x01\x00\x00\x00")

// module is a WebAssembly module with its data segments laid out in memory.
type module struct {
	sections []section
	image    []byte // linear memory at the start of the program, from address 0
}

type section struct {
	id   byte
	body []byte // unused for the data section
}

var errShort = errors.New("the module ends too early")

func readModule(code []byte) (*module, error) {
	if !bytes.HasPrefix(code, magic) {
		return nil, errors.New("this is no WebAssembly module of version 1")
	}
	m := &module{}
	r := reader{rest: code[len(magic):]}
	for len(r.rest) > 0 && r.err == nil {
		id := r.byte()
		body := r.bytes(r.uint())
		switch id {
		case dataCountSection:
			return nil, errors.New("there is a data count section, which Go's linker doesn't write")
		case dataSection:
			if m.image != nil {
				return nil, errors.New("there are two data sections")
			}
			image, err := readData(body)
			if err != nil {
				return nil, err
			}
			m.image, body = image, nil
		}
		m.sections = append(m.sections, section{id, body})
	}
	if r.err == nil && m.image == nil {
		return nil, errors.New("there is no data section")
	}
	return m, r.err
}

// readData lays out the segments of a data section.
func readData(body []byte) ([]byte, error) {
	r := reader{rest: body}
	image := []byte{}
	for n := r.uint(); n > 0 && r.err == nil; n-- {
		if mode := r.uint(); mode != 0 || r.byte() != i32Const {
			return nil, errors.New("a data segment isn't active in memory 0 at a constant address")
		}
		at := r.int()
		if r.byte() != end {
			return nil, errors.New("a data segment's address isn't a single constant")
		}
		data := r.bytes(r.uint())
		if at < 0 || at+int64(len(data)) > largestImage {
			return nil, fmt.Errorf("a data segment lies at %d", at)
		}
		if grow := int(at) + len(data) - len(image); grow > 0 {
			image = append(image, make([]byte, grow)...)
		}
		copy(image[at:], data)
	}
	return image, r.err
}

func (m *module) write() []byte {
	out := bytes.Clone(magic)
	for _, s := range m.sections {
		body := s.body
		if s.id == dataSection {
			body = dataOf(m.image)
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out
}

// dataOf writes an image as a data section that skips long runs of zeros.
func dataOf(image []byte) []byte {
	var segments []byte
	count := uint64(0)
	for at := 0; ; {
		for at < len(image) && image[at] == 0 {
			at++
		}
		if at == len(image) {
			break
		}
		last := at // the last byte of the segment that isn't zero
		for i := at + 1; i < len(image) && i-last <= gap; i++ {
			if image[i] != 0 {
				last = i
			}
		}
		data := image[at : last+1]
		segments = append(segments, 0, i32Const)
		segments = appendInt(segments, int64(at))
		segments = append(segments, end)
		segments = binary.AppendUvarint(segments, uint64(len(data)))
		segments = append(segments, data...)
		count++
		at = last + 1
	}
	return append(binary.AppendUvarint(nil, count), segments...)
}

// appendInt appends v as signed LEB128, which differs from encoding/binary's Varint.
func appendInt(b []byte, v int64) []byte {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// reader reads a module's primitives. After an error it gives zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) byte() byte {
	b := r.bytes(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.err, r.rest = errShort, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.err, r.rest = errShort, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// int reads signed LEB128.
func (r *reader) int() int64 {
	v := int64(0)
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if shift+7 < 64 && b&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.err, r.rest = errShort, nil
	return 0
}

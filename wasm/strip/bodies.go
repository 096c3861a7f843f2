package main

import (
	"encoding/binary"
	"fmt"
	"strings"
)

const (
	codeSection = 10

	// firstFunction is what the symbol table calls the first function of Go (funcValueOffset of the linker).
	firstFunction = 0x1000

	// trap is the body of a function that has no locals and fails when it is called.
	trap = "\x00\x00\x0b"
)

// dropBodies replaces functions of the runtime that only write a crash, a schedule or an execution trace by traps. A
// module that crashes is thrown away by its worker whether it prints first or not; everything that decides, collects
// or recovers stays.
func dropBodies(m *module) error {
	t, err := findTables(m.image)
	if err != nil {
		return err
	}
	for i := range m.sections {
		if m.sections[i].id == codeSection {
			m.sections[i].body, err = t.withoutWriters(m.sections[i].body)
			return err
		}
	}
	return fmt.Errorf("there is no code section")
}

func (t *tables) withoutWriters(code []byte) ([]byte, error) {
	r := reader{rest: code}
	count := r.uint()
	// Go's functions stand in the code section in the order of the symbol table, and a function's address is its number.
	if count != uint64(len(t.funcs)) {
		return nil, fmt.Errorf("%d functions in the code, %d in the symbol table", count, len(t.funcs))
	}
	out := binary.AppendUvarint(nil, count)
	for i := range t.funcs {
		body := r.bytes(r.uint())
		if r.err != nil {
			return nil, r.err
		}
		if got := t.funcs[i].get(0); got != firstFunction+uint32(i) {
			return nil, fmt.Errorf("function %d has the address %#x", i, got)
		}
		if writer(t.name(t.funcs[i])) {
			body = []byte(trap)
		}
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

// writers are the beginnings of the names of functions that write what nobody reads.
var writers = []string{
	"(*profBuf).", "(*hexdumper).", "hexdump", "dumpStacks", "dumpTypes", "dumpgstatus", "goroutineheader",
	"printanycustomtype", "printArgs", "printpanicval", "printquoted", "printcreatedby", "printAncestor", "printOneCgo", "printScavTrace",
	"schedtrace", "traceback", "traceAdvance", "traceWriter.", "(*traceWriter).", "traceExpWriter.", "traceEventWriter.", "traceLocker.",
	"(*traceStackTable).", "(*traceStringTable).", "(*traceTypeTable).", "(*traceMap).", "traceStack", "traceSnapshot", "traceReadCPU",
	"traceSyncBatch", "traceCPU", "traceFrequency", "traceRegisterLabels", "tracefpunwindoff", "traceCompressStackSize",
}

func writer(name string) bool {
	name, ok := strings.CutPrefix(name, "runtime.")
	if !ok {
		return false
	}
	for _, w := range writers {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

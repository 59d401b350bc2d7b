package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"
)

// serving is the argument by which another program has one process answer all its calls. It is not for people.
const serving = "serve-calls"

// servedCall is a call as another program makes it: its arguments, the folder where relative paths begin, and standard input.
type servedCall struct {
	Arguments []string `json:"arguments"`
	Folder    string   `json:"folder"`
	input     []byte
}

// servedInput is the standard input of a call. The files that the process has open are not the caller's.
type servedInput struct{ io.Reader }

// An answer is made of frames: a kind, and the length of the bytes that follow. frameEnd has the exit code in place of a length.
// All numbers but the kind are uint64, little-endian.
const (
	frameEnd byte = iota
	frameOut
	frameErrs
)

// serve answers calls one after another, each as a process of its own would. A call is JSON, then its input, each after its
// length. The process ends with `in`, even within a call: no one would read the answer.
func serve(in io.Reader, out io.Writer) error {
	calls := make(chan servedCall)
	go func() {
		for buffered := bufio.NewReader(in); ; {
			asked, err := readCall(buffered)
			if err != nil {
				os.Exit(exitFailed)
			}
			calls <- asked
		}
	}()
	for asked := range calls {
		if err := asked.answer(out); err != nil {
			return err
		}
	}
	return nil
}

func readCall(in io.Reader) (asked servedCall, err error) {
	text, err := readPart(in)
	if err == nil {
		err = json.Unmarshal(text, &asked)
	}
	if err == nil {
		asked.input, err = readPart(in)
	}
	return asked, err
}

func readPart(in io.Reader) ([]byte, error) {
	var length uint64
	if err := binary.Read(in, binary.LittleEndian, &length); err != nil {
		return nil, err
	}
	data := make([]byte, length)
	_, err := io.ReadFull(in, data)
	return data, err
}

// answer runs the call in its folder, which it leaves then: Windows deletes no folder that a process is in.
func (s servedCall) answer(out io.Writer) error {
	if err := os.Chdir(s.Folder); err != nil {
		return err
	}
	answer := &reply{to: bufio.NewWriter(out)}
	code := run(s.Arguments, &servedInput{bytes.NewReader(s.input)}, stream{frameOut, answer}, stream{frameErrs, answer})
	return errors.Join(os.Chdir(string(os.PathSeparator)), answer.end(code))
}

// reply writes the frames of an answer.
type reply struct {
	mutex sync.Mutex
	to    *bufio.Writer
}

func (r *reply) write(kind byte, number int, data []byte) (int, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if _, err := r.to.Write(binary.LittleEndian.AppendUint64([]byte{kind}, uint64(number))); err != nil {
		return 0, err
	}
	return r.to.Write(data)
}

func (r *reply) end(code int) error {
	_, err := r.write(frameEnd, code, nil)
	return errors.Join(err, r.to.Flush())
}

// stream is standard output or the error stream of a call.
type stream struct {
	kind byte
	to   *reply
}

func (s stream) Write(data []byte) (int, error) { return s.to.write(s.kind, len(data), data) }

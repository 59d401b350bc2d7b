package main

import (
	_ "embed"
	"encoding/json"
)

// limits.json holds what the service allows, for its Go and its JavaScript.
//
//go:embed limits.json
var limitsText []byte

// Limits bounds what one client can ask of the edge, and what all can.
type Limits struct {
	Body      int `json:"body_bytes"`            // of a posted request
	Discarded int `json:"discarded_bytes"`       // of a body that no call wants, read and thrown away
	Samples   int `json:"samples"`               // Monte Carlo draws per bound
	Running   int `json:"running"`               // certificates computed at once; the worker has one thread anyway
	Waiting   int `json:"waiting"`               // requests that wait for a computation; more are answered 429
	Memory    int `json:"remembered_entries"`    // of several the one used longest ago is forgotten; an entry has a few kilobytes
	Burst     int `json:"client_burst"`          // computations that a client may have at once
	Refill    int `json:"client_refill_seconds"` // after which it may have one more
	Budget    struct {
		Native int `json:"native"`
		Worker int `json:"worker"` // as many as a KV namespace takes writes on the free plan
	} `json:"daily_budget"` // computations of everybody together
}

// defaultLimits are those of the file.
var defaultLimits = readLimits()

func readLimits() (limits Limits) {
	if err := json.Unmarshal(limitsText, &limits); err != nil {
		panic(err) // the file is part of the program
	}
	return limits
}

package main

import (
	"context"
	"net"
	"net/netip"
	"time"
)

// Limiter bounds how many certificates are computed: by each client, and in a
// day. Stored certificates are never counted.
type Limiter interface {
	// Take counts one computation for a client and returns 0, or counts nothing
	// and returns how long the client has to wait. An error means that nobody
	// counts; then nothing is computed, so that a fault never costs money.
	Take(ctx context.Context, client string) (time.Duration, error)
}

// clientOf names the client behind a remote address, with or without a port. A
// network hands each of its IPv6 customers at least a /64, so that is one client.
func clientOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return "unknown"
	}
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	prefix, _ := address.Prefix(64) // an IPv6 address has one
	return prefix.String()
}

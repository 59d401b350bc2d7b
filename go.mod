module github.com/orbitcert/orbitcert

go 1.26

require (
	github.com/hashicorp/golang-lru/v2 v2.0.7
	github.com/syumai/workers v0.32.0
	github.com/teamortix/golang-wasm/wasm v0.0.0-20230719150929-5d000994c833
	go.etcd.io/bbolt v1.4.3
	golang.org/x/sync v0.22.0
	gonum.org/v1/gonum v0.17.0
	gopkg.in/yaml.v3 v3.0.1
)

require (
	github.com/evanw/esbuild v0.28.2 // indirect
	golang.org/x/sys v0.29.0 // indirect
)

tool (
	github.com/evanw/esbuild/cmd/esbuild
	github.com/syumai/workers/cmd/workers-assets-gen
)

package explore_test

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/explore"
)

func ExampleWithstand() {
	asked, err := explore.ParseWithstand([]byte(`{
		"clean":      {"points": [[0, 0], [2, 0], [3, 1], [0, 1], [-1, 0.5]]},
		"sigma":      0.5,
		"prediction": {"votes": 9731, "samples": 10000},
		"group":      "SE",
		"along":      [0, 1]
	}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := explore.Withstand(asked)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range w.Ranges[:3] {
		fmt.Println(r.Family, *r.From, *r.To, r.By)
	}
	fmt.Println("every point by", w.EachPoint)
	// Output:
	// scale -0.27122431319261675 0.27007840420498047 tight
	// stretch -0.9460846708640438 0.9414331861179448 tight
	// shear -0.9787354356310268 0.9733402216676483 tight
	// every point by 0.41330600777001936
}

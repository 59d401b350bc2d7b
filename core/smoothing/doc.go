// Package smoothing puts a classifier in the loop: it draws the noisy clouds that a
// model is shown, turns what the model answers into classes, and counts.
//
// Samples are of the whole cloud, or of k of its N points ("subsample"): S is then a sequence of k
// different numbers, drawn for each sample from its own stream before the noise, uniform among all
// N!/(N−k)! of them. What is counted estimates p = E_S Pr[f(X_S + σE) = y], which depends neither on
// the order of the cloud's points nor on how many there are; f has all its steps on the k points.
//
// # The base classifier
//
// f is defined on clouds of real numbers, and every step sees only what the one before
// leaves, so that f is invariant exactly:
//
//  1. Poses. The cloud as it is (none), less its mean (T), or in the axes of its second
//     moment (SO, O; SE and E after centring; axis: in the plane across the axis), with
//     every choice of signs of determinant +1, for O and E every choice. With distinct
//     eigenvalues, which the noise makes certain, the set of poses depends on the orbit
//     of the cloud alone. Each vote may draw one of them ("pose": "one"), all as probable, or in
//     their place a member R of the group by Haar measure ("turn": "random"). Then f is a function of
//     the cloud and of R, and h(Z) = Pr[f(Z, R) = y] in [0, 1] is exactly invariant, for RA has the
//     law of R. Every bound holds for such h.
//  2. Grid. Each coordinate is rounded to a multiple of q = 2^⌊log₂(σ/256)⌋, ties to
//     even. A cloud with a coordinate beyond 2²³·q has the class none.
//  3. Order. Where the order of the points is not to matter, the rows of each pose are
//     sorted lexicographically. Equal rows are interchangeable. Beside a random turn they are shuffled.
//  4. Model. Its logits, in float32, are added over the poses in float64 and in rising
//     order, class by class. The class is the largest sum; a tie, NaN or an infinity is
//     the class none. A model that takes all poses at once gets them sorted.
//
// Attributes are shown to the model behind the coordinates of each point. They are fixed, or have Gaussian noise of their own
// (attribute_sigma), drawn after that of the coordinates. One with noise is rounded to the grid of its σ and then
// scaled, so that the model sees nothing of its low bits.
//
// # Votes that rounding cannot fake
//
// The computer sees Ẑ, near the ideal Z = X + σE. A sample is settled when every posed
// coordinate is farther from the nearest rounding boundary than its error can be: then
// the grid cloud computed is the ideal one, and so is its class. An unsettled sample
// counts as none, a vote against: no count exceeds the ideal one, and the bounds of
// votes stay valid.
//
// The error, with u = 2⁻⁵³, N points in D dimensions:
//
//	draw      A uniform is known to 3u of itself (53 bits of it, however small), and
//	          Φ(z)/φ(z) ≤ 1.2534 for z ≤ 0: 3.8u. The quantile adds u(2·7.06 + 1), the
//	          product with σ u·7.06, all in units of σ: below 32u. The sum with X adds
//	          u·max|Ẑ|. So a = 32uσ + u·max|Ẑ| for every coordinate.
//	attribute The same 32uσ + u·max|Â| for an attribute with noise, which no pose changes.
//	constant  Where poses are centred and coordinates on an axis are above 2¹⁶σ, a constant
//	          c is taken off X first: f(X + σE) = f(X − c + σE) exactly, and the difference
//	          adds u·max|X − c| to a.
//	mean      The exact mean of Ẑ is off by a. Centring in two passes (invariance.Centre)
//	          rounds by at most 1 + 97 + 1 + 1 units of the largest centred coordinate,
//	          with sums good to 96u: b = 2a + 101u·max|Ĉ|. Without centring b = a.
//	moment    ‖ĈᵀĈ − CᵀC‖ ≤ 2‖Ĉ‖√(ND)·b + NDb², and 96u‖Ĉ‖² for the sums (Frobenius
//	          norms): η.
//	axes      Of the computed decomposition only this is used: rows V̂ within ω of an
//	          orthogonal matrix (Frobenius, from V̂V̂ᵀ − I), numbers μ in rising order and
//	          the residual ρ = ‖MV̂ᵀ − V̂ᵀμ‖. Then M = Qᵀ diag(μ) Q + E with
//	          ‖E‖ ≤ τ = η + ρ + 2ω‖M‖; by Weyl each eigenvalue is within τ of its μ, and
//	          with the smallest gap g > 100τ of neighbouring μ the sine of the angle
//	          between an axis and its ideal is at most τ/(g − τ): each axis is within
//	          θ = ω + 1.02τ/g. A smaller gap leaves the sample unsettled.
//	frame     Rotation about an axis: the frame of the axis is within 64u of the exact
//	          one (Frobenius); it enters η by 2·64u‖M‖ and products by 16u‖M‖ more,
//	          and the turn in space by 2·64u and 32u of rounding.
//	turn      Four draws, each within 32u, are a quaternion within 64u. The sine of the angle between
//	          its direction and the ideal one is at most 64u over its length, and a rotation turns by
//	          twice the angle: each row is within θ = 128u/length + 16u, the last term for rounding.
//	product   e = √D·b + max‖ĉₙ‖(θ + 4u), over the points n.
//
// All of it is enlarged by one part in a hundred for terms of second order and for the
// rounding of the bound itself.
package smoothing

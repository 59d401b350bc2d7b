// Package population states what counts of clouds say of clouds that were not counted: the share that is right and
// robust, which of two models certifies more, how many samples a radius needs, and sets of classes that hold the true one.
//
// The clouds counted and the cloud to come must be drawn alike and independently (for sets: exchangeably). Every bound is
// rounded to its safe side.
package population

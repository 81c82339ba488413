/// The time limit of a request whose test is not about time: a slow machine is no failure.
package let patience = Duration.seconds(600)

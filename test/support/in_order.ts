/**
 * Options of a group whose tests are the steps of one life, such as that of a program that is started, killed and started
 * again: each step begins where the one before ended. All other tests may run in any order.
 */
export const inOrder = { shuffle: false }

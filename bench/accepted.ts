/** The header of a client that takes answers as they are. */
export const plain = { 'accept-encoding': 'identity' }

/** The header that browsers and apps send; with `--plain` a bench sends the other one instead. */
export const accepted = process.argv.includes('--plain') ? plain : { 'accept-encoding': 'gzip, deflate, br' }

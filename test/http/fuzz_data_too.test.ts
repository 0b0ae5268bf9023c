import { askFuzz } from './fuzz_data/ask_fuzz.ts'

// The other half of fuzz_data.test.ts: two files run on two processors.
askFuzz(1, 2)

import { askFuzz } from './fuzz_data/ask_fuzz.ts'

askFuzz(0, 2)

import { askEvery } from './every_operation/ask_every.ts'

askEvery('post')

import { askEvery } from './every_operation/ask_every.ts'

askEvery('put', 'patch', 'delete')

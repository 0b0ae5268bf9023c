import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../config.ts'

/** The version of the program, from package.json. */
export const programVersion: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

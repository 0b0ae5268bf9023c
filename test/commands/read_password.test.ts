import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readPassword } from '../../src/commands/read_password.ts'

const read = (...chunks: (string | Buffer)[]) => readPassword(Readable.from(chunks))

it('the password is the first line, including spaces, with any line ending', async () => {
  expect(await read(' ortie ', 'é\nlierre\n')).toBe(' ortie é')
  expect(await read('ortie\r\n')).toBe('ortie')
  expect(await read('ortie')).toBe('ortie')
})

it('the password is absent when the first line is empty or missing', async () => {
  await expect(read('\nortie\n')).rejects.toThrow('Il n’y a pas de mot de passe sur l’entrée standard.')
  await expect(read()).rejects.toThrow('Il n’y a pas de mot de passe sur l’entrée standard.')
})

it('the password is refused in an encoding other than UTF-8', async () => {
  await expect(read(Buffer.from('été à la caserne\n', 'latin1'))).rejects.toThrow(
    'Le mot de passe n’est pas en UTF-8.',
  )
})

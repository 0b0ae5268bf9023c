import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readPassword } from '../../src/commands/read_password.ts'

const read = (...chunks: (string | Buffer)[]) => readPassword(Readable.from(chunks))

it('is the first line, with the spaces in it, whatever its end', async () => {
  expect(await read(' ortie ', 'é\nlierre\n')).toBe(' ortie é')
  expect(await read('ortie\r\n')).toBe('ortie')
  expect(await read('ortie')).toBe('ortie')
})

it('is none when the first line is empty, or there is none', async () => {
  await expect(read('\nortie\n')).rejects.toThrow('Il n’y a pas de mot de passe sur l’entrée standard.')
  await expect(read()).rejects.toThrow('Il n’y a pas de mot de passe sur l’entrée standard.')
})

it('is refused in another encoding than UTF-8', async () => {
  await expect(read(Buffer.from('été à la caserne\n', 'latin1'))).rejects.toThrow(
    'Le mot de passe n’est pas en UTF-8.',
  )
})

import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addSisCommands } from '../../src/commands/sis.ts'
import { speakFrench } from '../../src/commands/usage.ts'
import { addUserCommands } from '../../src/commands/user.ts'
import { usePrograms } from './command_fixture.ts'

const run = usePrograms(() => ({ DATA_DIR: '/nulle/part' }))

/** The output for a command line that commander itself refuses or answers. */
function said(line: string): string {
  const texts: string[] = []
  const write = (text: string) => void texts.push(text)
  const program = new Command('caserne').exitOverride().configureOutput({ writeErr: write, writeOut: write })
  speakFrench(program)
  addSisCommands(program)
  addUserCommands(program)
  expect(() => program.parse(line.split(' '), { from: 'user' })).toThrow()
  return texts.join('')
}

describe('the command line', () => {
  it.each([
    ['user crate', 'Commande inconnue : crate\n(Serait-ce create ?)\n'],
    ['sis create', 'Il manque l’argument <clé>.\n'],
    ['user create a@example.org', 'Il manque l’option --name <nom>.\n'],
    ['user list --sis', 'Il manque la valeur de l’option --sis <clé>.\n'],
    ['user list --clef hs', 'Option inconnue : --clef\n'],
    [
      'sis create jura SIS Jura',
      'Trop d’arguments : 3 au lieu de 2. Un texte de plusieurs mots se met entre guillemets.\n',
    ],
  ])('explains in French what is wrong with: %s', (line, fault) => {
    expect(said(line)).toBe(fault)
  })

  it('prints its help in French', () => {
    const help = said('user list --help')
    expect(help).toMatch(/^Emploi : caserne user list \[options\]\n/)
    expect(help).toMatch(/^ {2}-h, --help +affiche cette aide$/m)
  })

  it('ends with 1 on a usage error', async () => {
    expect(await run(['serve', 'tout'])).toEqual({ code: 1, said: 'tout : auth ou data\n' })
    expect(await run(['user'])).toEqual({
      code: 1,
      said: expect.stringMatching(/^Emploi : caserne user \[options\] \[command\]\n/),
    })
  })
})

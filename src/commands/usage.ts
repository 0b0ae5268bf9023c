import type { Command } from 'commander'

const faults: [RegExp, string][] = [
  [/^error: missing required argument '(.+)'$/, 'Il manque l’argument <$1>.'],
  [/^error: required option '(.+)' not specified$/, 'Il manque l’option $1.'],
  [/^error: option '(.+)' argument missing$/, 'Il manque la valeur de l’option $1.'],
  [
    /^error: too many arguments.* Expected (\d+) .* got (\d+).*$/,
    'Trop d’arguments : $2 au lieu de $1. Un texte de plusieurs mots se met entre guillemets.',
  ],
  [/^error: unknown option '(.+)'$/, 'Option inconnue : $1'],
  [/^error: unknown command '(.+)'$/, 'Commande inconnue : $1'],
  [/^error: (?:option|command-argument value) '(.*?)' .*is invalid.*\. (.+)$/, '$1 : $2'],
  [/^\(Did you mean (?:one of )?(.+)\?\)$/, '(Serait-ce $1 ?)'],
]

const titles: Record<string, string> = {
  'Usage:': 'Emploi :',
  'Arguments:': 'Arguments :',
  'Options:': 'Options :',
  'Commands:': 'Commandes :',
}

/** Makes commander's errors and help French. Call it before any command is added, because commands inherit it. */
export function speakFrench(program: Command): void {
  program
    .helpOption('-h, --help', 'affiche cette aide')
    .helpCommand('help [commande]', 'affiche l’aide d’une commande')
    .configureHelp({ styleTitle: (title) => titles[title] ?? title })
    .configureOutput({ outputError: (text, write) => write(inFrench(text)) })
}

function inFrench(text: string): string {
  return text.split('\n').map(translateLine).join('\n')
}

function translateLine(line: string): string {
  return faults.reduce((said, [pattern, french]) => said.replace(pattern, french), line)
}

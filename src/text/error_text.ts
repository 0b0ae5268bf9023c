/** An error for the one who reads the terminal: its message, and below it those of the errors that it gathers. */
export function errorText(error: unknown): string {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : []
  const texts = [messageOf(error), ...causes.map((cause) => `  ${errorText(cause)}`)]
  return texts.filter((text) => text !== '').join('\n')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

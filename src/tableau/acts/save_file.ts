import type { Api } from './call_api.ts'

/** Has the browser save the file that an operation answers, under the name that the server gives it. */
export async function saveFile(api: Api, path: string): Promise<void> {
  const response = await api.fetch(path)
  const [, name = 'caserne'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  // The browser has taken the content by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

import { Router } from 'express'
import { boardAssets, serveAssets } from './assets.ts'
import type { BoardOptions } from './options.ts'
import { serveWorker } from './serve_worker.ts'
import { answerBoard } from './shell.ts'

/** The board: its pages, their files, and its service worker. */
export function boardRouter(options: BoardOptions): Router {
  const assets = boardAssets()
  return Router().use(serveAssets(assets)).use(serveWorker(assets)).use(answerBoard(assets, options))
}

import { Router } from 'express'
import { boardAssets, serveAssets } from './board_assets.ts'
import type { BoardOptions } from './board_options.ts'
import { answerBoard } from './board_shell.ts'
import { serveWorker } from './serve_worker.ts'

/** The board: its pages, their files, and its service worker. */
export function boardRouter(options: BoardOptions): Router {
  const assets = boardAssets()
  return Router().use(serveAssets(assets)).use(serveWorker(assets)).use(answerBoard(assets, options))
}

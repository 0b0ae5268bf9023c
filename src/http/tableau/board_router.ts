import { Router } from 'express'
import { boardAssets, serveAssets } from './board_assets.ts'
import { answerBoard, type BoardOptions } from './board_shell.ts'

/** The board: its pages and their files. */
export function boardRouter(options: BoardOptions): Router {
  const assets = boardAssets()
  return Router().use(serveAssets(assets)).use(answerBoard(assets, options))
}

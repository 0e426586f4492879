import { test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { expectKeyboardReaches } from '../rig/keyboard-walk.ts'

const app = useApp()

test('in Russian every screen opens by its letters, and each control that Tab reaches is in view, named and marked', () =>
  expectKeyboardReaches(app, 'ru'))

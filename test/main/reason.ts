import { expect } from 'vitest'
import type { ErrorReason } from '#shared/model/error-reason.ts'

/** Matches an AppError with this reason; `values`: those of its values that matter. */
export const withReason = (is: ErrorReason['is'], values: Readonly<Record<string, unknown>> = {}): unknown =>
  expect.objectContaining({ reason: expect.objectContaining({ is, ...values }) as unknown })

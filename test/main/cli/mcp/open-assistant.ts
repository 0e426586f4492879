import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, onTestFinished } from 'vitest'
import { callLogPath } from '#main/assistants/call-log.ts'
import type { Settings } from '#shared/model/app/settings.ts'
import { node } from '../../../../scripts/child.mjs'
import { cli } from '../run-cli.ts'
import { openStored, storeProfile } from '../stored-profile.ts'

interface AssistantOptions {
  readonly nodeArgs?: readonly string[]
  readonly protocol?: 'legacy' | { pin: string }
}

/** Starts `tidemark mcp` in its own process and connects the client of the SDK to it, for the current test. */
export async function connectAssistant(dataDir: string, options?: AssistantOptions) {
  const connected = await startAssistant(dataDir, options)
  onTestFinished(() => connected.assistant.close())
  return connected
}

async function startAssistant(dataDir: string, { nodeArgs = [], protocol = 'legacy' }: AssistantOptions = {}) {
  const transport = new StdioClientTransport({
    command: node,
    args: [...nodeArgs, cli, 'mcp', '--data-dir', dataDir],
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
    stderr: 'pipe',
  })
  const errors: string[] = []
  transport.stderr?.on('data', (chunk) => errors.push(String(chunk)))
  const assistant = new Client({ name: 'test assistant', version: '1.0' }, { versionNegotiation: { mode: protocol } })
  await assistant.connect(transport)
  /** The structured content of a tool's answer. Throws the text of an error. */
  const callTool = async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const { isError, content, structuredContent } = await assistant.callTool({ name, arguments: args })
    if (isError === true || !structuredContent) throw new Error(JSON.stringify(content))
    return Object.fromEntries(Object.entries(structuredContent))
  }
  return { assistant, callTool, errors }
}

/** A stored profile with the app open on it, and an assistant that may read it. */
export async function openAssistant(
  assistants: Settings['assistants'] = { isOn: true, amounts: 'shown' },
  ...stored: Parameters<typeof openStored>
) {
  const profile = await openStored(...stored)
  await profile.client.call('settings.write', { assistants })
  return { ...profile, ...(await connectAssistant(profile.dataDir)) }
}

/**
 * A stored profile with the app open on it and an assistant, for the tests of a file: to start them takes a second of processor
 * time. Call the result in each test, with what assistants may read. It empties the log of calls.
 */
export function useAssistant() {
  let shared: Awaited<ReturnType<typeof storeProfile>> & Awaited<ReturnType<typeof startAssistant>>
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
    const profile = await storeProfile(dataDir)
    shared = { ...profile, ...(await startAssistant(dataDir)) }
    return async () => {
      await shared.assistant.close()
      await shared.end()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
  return async (assistants: Settings['assistants'] = { isOn: true, amounts: 'shown' }) => {
    rmSync(callLogPath(shared.directory), { recursive: true, force: true })
    await shared.client.call('settings.write', { assistants, hideAmounts: false })
    return shared
  }
}

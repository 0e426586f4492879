import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { node } from '../../../../scripts/child.mjs'
import type { Settings } from '../../../../src/shared/model/app/settings.ts'
import { cli } from '../run-cli.ts'
import { openStored } from '../stored-profile.ts'

/** Starts `tidemark mcp` in its own process and connects the client of the SDK to it. */
export async function connectAssistant(
  dataDir: string,
  { nodeArgs = [], protocol = 'legacy' }: { nodeArgs?: readonly string[]; protocol?: 'legacy' | { pin: string } } = {},
) {
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
  onTestFinished(() => assistant.close())
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

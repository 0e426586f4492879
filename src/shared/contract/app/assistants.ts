import { AssistantState } from '../../model/app/assistant.ts'
import { nothing, request } from '../request.ts'

/** Assistants: programs with a language model that read the open profile through `tidemark mcp`. */
export const assistantRequests = {
  'assistants.read': request(nothing, AssistantState),
}

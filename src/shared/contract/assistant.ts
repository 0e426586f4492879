import { AssistantState } from '../model/assistant.ts'
import { nothing, request } from './request.ts'

/** Programs with a language model that read the open profile over `tidemark mcp`. */
export const assistantRequests = {
  'assistants.read': request(nothing, AssistantState),
}

// Decodes responses that would block the main thread for longer than a frame.
import { m } from '#shared/messages/messages.js'
import { expose } from '../threads/expose.ts'
import { decoderHandlers } from './decoder.ts'

expose(() => ({ handlers: decoderHandlers }), { failure: m.broker_the_response_could_not_be_decoded })

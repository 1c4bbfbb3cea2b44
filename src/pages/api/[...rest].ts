import type { APIRoute } from 'astro';
import { messages } from '../../lib/shared/messages.ts';
import { refusalResponse, refuse } from '../../lib/server/http/refusal.ts';

/** A call that does not exist answers like one that does: JSON, not a page. */
export const ALL: APIRoute = () => refusalResponse(refuse('NOT_FOUND', messages.notFound));

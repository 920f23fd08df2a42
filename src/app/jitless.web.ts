import { config } from 'zod/v4/core';

// The content policy refuses code made from text. Imported first, before any schema is built.
config({ jitless: true });

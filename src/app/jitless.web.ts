import { config } from 'zod';

// The content policy refuses code made from text. Imported first, before any schema is built.
config({ jitless: true });

import type { Services } from '#kit/module/module.server.ts';
import { moduleServers } from './modules.server.ts';
import type { HeadOf } from './web.server.ts';

const pages = moduleServers.flatMap((module) => module.pages ?? []);

/** The heads that modules write for their public pages. */
export const headsOf =
  (services: Services): HeadOf =>
  async (path, query) => {
    for (const page of pages) {
      const found = page.path.exec(path);
      if (found) return page.head(found, query, services);
    }
    return undefined;
  };

/** `../modules/ideias/publico/[id].web.tsx` → `/publico/:id` */
export const addressOf = (file: string): string =>
  `/${file
    .split('/')
    .slice(3)
    .join('/')
    .replace(/\.web\.tsx$/, '')
    .replaceAll(/\[(\w+)\]/g, ':$1')}`;

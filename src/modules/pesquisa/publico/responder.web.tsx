import { definePage } from '#kit/module/module.web.tsx';
import { ResponderContent } from '#platform/questionario/answer-page.web.tsx';

export const page = definePage({ title: 'Responder', content: ResponderContent });

import { definePage } from '#kit/module/module.web.tsx';
import { QuiosqueContent } from '#platform/questionario/kiosk.web.tsx';

export const page = definePage({ title: 'Pesquisas', content: QuiosqueContent });

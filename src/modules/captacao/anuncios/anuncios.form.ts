import { emails, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';

/** RUL-079, 080: the ad by e-mail. */
export const envioDoAnuncio = defineForm({
  fields: { assunto: text('Assunto', 150), emails: emails('E-mails') },
});

/** Where an ad was seen, as the address says it and the application keeps it. */
export const fontes = {
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  site: 'Site da empresa',
  escola: 'Escola ou universidade',
  sine: 'SINE',
  email: 'E-mail',
} as const;

/** The address of an ad in the portal. */
export const enderecoDoAnuncio = (empresaId: number, id: number, fonte?: string): string =>
  `/externo/anuncios/${id}?empresaId=${empresaId}${fonte ? `&fonte=${encodeURIComponent(fonte)}` : ''}`;

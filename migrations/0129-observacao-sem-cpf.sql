-- A registration with the CPF of another candidate told HR the CPF, also whoever may not see documents.
update candidatos set observacao_rh = regexp_replace(observacao_rh, 'com o CPF \d{3}\.\d{3}\.\d{3}-\d{2}, que é de outro candidato', 'com o CPF de outro candidato')
where observacao_rh like '%, que é de outro candidato (registro %';

"""The revised edition of the basic rules: the chapters that it words anew, and the rules that it adds."""

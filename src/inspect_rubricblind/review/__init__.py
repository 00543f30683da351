"""Reviews by clinicians: blinded packets out, ratings back, agreement."""
